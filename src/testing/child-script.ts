import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const nodeTestsFile = (name: string) =>
  fileURLToPath(new URL(`../../demo-host/scripts/node-tests/${name}`, import.meta.url))

const COMPILED = nodeTestsFile('compiled.mjs')
const ENDS_WITH_PARENT = nodeTestsFile('ends-with-parent.mjs')

/** Returns the arguments with which Node runs a TypeScript source in a separate process. */
export const scriptArguments = (path: string, ...args: readonly string[]): string[] => [COMPILED, path, ...args]

/**
 * Starts a script in a separate Node process, which ends together with this one in every case: a failed test leaves no
 * process behind that would keep the test runner waiting.
 */
export const startScript = (path: string, ...args: string[]): ChildProcess & { stdout: Readable } =>
  spawn(process.execPath, ['--import', ENDS_WITH_PARENT, ...scriptArguments(path, ...args)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
