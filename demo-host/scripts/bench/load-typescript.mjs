// Loads TypeScript for the benchmark without tsx, which names each function whenever one is created. The package doesn't,
// and the names would add to the CPU time of each call.
import { register } from 'node:module'

register('../node-tests/typescript-hooks.mjs', import.meta.url)
