// Loads before each file of Node tests: `node --import ./demo-host/scripts/node-tests/preload.mjs --test <file …>`.
import { register } from 'node:module'

register('./typescript-hooks.mjs', import.meta.url)
process.setSourceMapsEnabled(true)
