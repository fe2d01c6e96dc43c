// A process of `npm run dev` for backend and demo host. It loads packages in advance, then one version of the sources,
// and opens the database on a separate message, because only one process can have the embedded database open.
import { pathToFileURL } from 'node:url'

let module
let host

const fail = (error) => {
  const text = module?.explainStart(error) ?? error?.stack ?? String(error)
  process.send?.({ type: 'failed', text, isSetting: module?.isNamedStartError(error) ?? false })
}

const commands = {
  async warm({ packages }) {
    await Promise.allSettled(packages.map((name) => import(name)))
  },
  async load({ file }) {
    module = await import(pathToFileURL(file).href)
    process.send?.({ type: 'loaded' })
  },
  async start() {
    host = await module.openDevelopmentHost(process.env, process.cwd())
    process.send?.({ type: 'ready', lines: host.lines })
  },
  async stop() {
    await host?.close()
    host = undefined
    process.send?.({ type: 'stopped' })
  },
  async end() {
    await host?.close()
    process.exit(0)
  },
}

let queue = Promise.resolve()
process.on('message', (message) => {
  queue = queue.then(() => commands[message.type](message)).catch(fail)
})

// Ctrl+C reaches all processes of the terminal; the main process ends this one.
process.on('SIGINT', () => undefined)
process.once('SIGTERM', () => commands.end())
process.once('disconnect', () => commands.end())
