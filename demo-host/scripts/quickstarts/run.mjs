import { spawn } from 'node:child_process'
import { join } from 'node:path'

const collect = (child) => {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part
    })
  }
  return () => output
}

/** Runs a command in a folder; if it fails, its output is the error. */
export const run = (folder, what, [command, ...args]) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
      shell: command === 'npm' && process.platform === 'win32',
    })
    const output = collect(child)
    child.once('error', reject)
    child.once('close', (status) => (status === 0 ? resolve() : reject(new Error(`${what} failed:\n${output()}`))))
  })

/** Runs a program of a package that is installed in the folder. */
export const runProgram = (folder, what, [program, ...args]) =>
  run(folder, what, [process.execPath, join(folder, 'node_modules', program), ...args])
