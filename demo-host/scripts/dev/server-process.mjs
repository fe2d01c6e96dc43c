import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { root } from '../project.mjs'

const CHILD = fileURLToPath(new URL('server-child.mjs', import.meta.url))
const MAX_END_MS = 1_500

const spawn = (packages) => {
  const child = fork(CHILD, { cwd: root, execArgv: ['--enable-source-maps'] })
  child.on('error', () => undefined)
  child.send({ type: 'warm', packages })
  return child
}

const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null

/** Resolves with the reply: a message of one of the types, or the end of the process. */
const request = (child, message, type) =>
  new Promise((resolve) => {
    const finish = (reply) => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(reply)
    }
    const onMessage = (reply) => [type, 'failed'].includes(reply.type) && finish(reply)
    const onExit = (code, signal) =>
      finish({ type: 'failed', text: `The process of the server ended with ${signal ?? `code ${code}`}.` })
    if (hasEnded(child)) return onExit(child.exitCode, child.signalCode)
    child.on('message', onMessage)
    child.once('exit', onExit)
    child.send(message)
  })

/** Asks the process to end, and kills it if it doesn't. */
const end = async (child) => {
  if (!child || hasEnded(child)) return
  const exited = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_END_MS)
  if (child.connected) child.send({ type: 'end' })
  else child.kill('SIGKILL')
  await exited
  clearTimeout(timer)
}

/**
 * Creates a runner of the newest working version of the server. The next version loads its modules while the last one
 * serves; then the last one closes the database and the next one opens it. If that fails, the last one, which is still
 * in memory, continues.
 */
export const createServerProcess = (onCrash) => {
  let active
  let spare
  let isEnding = false

  const watchCrash = (child) =>
    child.once('exit', (code, signal) => {
      if (child !== active || isEnding) return
      active = undefined
      onCrash(`The server ended by itself with ${signal ?? `code ${code}`}.`)
    })

  const takeSpare = (packages) => {
    const child = spare && !hasEnded(spare) ? spare : spawn(packages)
    spare = undefined
    return child
  }

  const swap = async (next) => {
    const last = active
    if (last) await request(last, { type: 'stop' }, 'stopped')
    const reply = await request(next, { type: 'start' }, 'ready')
    if (reply.type === 'failed') {
      if (last && !hasEnded(last)) await request(last, { type: 'start' }, 'ready')
      return reply
    }
    active = next
    watchCrash(next)
    await end(last)
    return reply
  }

  return {
    /** @returns the reply of the new version: `ready`, or `failed` when the last one continues. */
    async run({ file, packages }) {
      const next = takeSpare(packages)
      const loaded = await request(next, { type: 'load', file }, 'loaded')
      const reply = loaded.type === 'loaded' ? await swap(next) : loaded
      if (reply.type === 'failed') await end(next)
      if (!isEnding) spare = spawn(packages)
      return reply
    },
    async end() {
      isEnding = true
      spare?.kill('SIGKILL')
      await end(active)
    },
  }
}
