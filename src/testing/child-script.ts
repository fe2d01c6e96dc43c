import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const ENDS_WITH_PARENT = fileURLToPath(new URL('./ends-with-parent.ts', import.meta.url))

/**
 * Starts a script in a separate Node process, which ends together with this one in every case: a failed test leaves no
 * process behind that would keep the test runner waiting.
 */
export const startScript = (path: string, ...args: string[]): ChildProcess & { stdout: Readable } =>
  spawn(process.execPath, ['--import', 'tsx', '--import', ENDS_WITH_PARENT, path, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
