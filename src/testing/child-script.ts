import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const ENDS_WITH_PARENT = fileURLToPath(new URL('./ends-with-parent.ts', import.meta.url))

/**
 * A script in a Node process of its own. It ends with this process, however this one ends: a test that fails half-way
 * leaves nothing behind that would keep the test runner waiting.
 */
export const startScript = (path: string, ...args: string[]): ChildProcess & { stdout: Readable } =>
  spawn(process.execPath, ['--import', 'tsx', '--import', ENDS_WITH_PARENT, path, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
