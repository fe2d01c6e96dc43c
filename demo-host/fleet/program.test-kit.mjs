import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { until } from '../../src/testing/until.ts'

const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/**
 * Starts a server of another project and waits until it listens at `port`.
 *
 * @throws Error with what it printed, when it ends before or doesn't listen within ten seconds.
 */
export const startProgram = async (port, command, args, options = {}) => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const end = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  try {
    await until(async () => child.exitCode !== null || (await accepts(port)))
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`)
  } catch (error) {
    await end()
    throw new Error(`${command}: ${error.message}\n${output}`)
  }
  return { output: () => output, end }
}
