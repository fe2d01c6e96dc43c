// Loads before each file of Node tests: `node --import ./demo-host/scripts/node-tests/preload.mjs --test <file …>`.
import { register } from 'node:module'
import './test-context.mjs'

register('./typescript-hooks.mjs', import.meta.url)
process.setSourceMapsEnabled(true)
