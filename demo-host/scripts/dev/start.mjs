import { performance } from 'node:perf_hooks'
import esbuild from 'esbuild'
import { closeServer, listen } from '../../../src/serve/listen.ts'
import { version } from '../project.mjs'
import { createDevelopmentCdn } from './cdn.mjs'
import { openFrontEnd } from './front-end.mjs'
import { createLane } from './lane.mjs'
import { createOriginCheck, createPagesChannel } from './pages-channel.mjs'
import { createProblems, fromEsbuild } from './problems.mjs'
import { openServerBundle } from './server-bundle.mjs'
import { createServerProcess } from './server-process.mjs'
import { createStyleSheets } from './style-sheets.mjs'
import { createTypesLane } from './types.mjs'
import { watchFiles } from './watch-files.mjs'

/** Folders to watch. End-to-end tests are only checked for types; quickstarts aren't part of the running program. */
const WATCHED = [
  'src',
  'cdn',
  ...['e2e', 'identity-provider', 'pages', 'payment-provider', 'server', 'slack', 'scripts'].map(
    (name) => `demo-host/${name}`,
  ),
]
const PAGES = 'demo-host/pages/'
const MAX_END_MS = 1_800

const isTyped = (path) => /\.(tsx?|json)$/.test(path)

const isStyle = (path) => path.startsWith('src/') && path.endsWith('.css')

const secondsSince = (start) => `${((performance.now() - start) / 1_000).toFixed(1)} s`

const log = (text) => console.log(`${new Date().toTimeString().slice(0, 8)} ${text}`)

const problemsOf = (kind, error) =>
  Array.isArray(error?.errors)
    ? error.errors.map((each) => fromEsbuild(kind, each))
    : [{ kind, message: String(error?.stack ?? error) }]

const PLACE = /(?:file:\/\/)?([^\s():]*(?:src|demo-host|cdn)[\\/][^\s():]+\.(?:ts|mjs)):(\d+):(\d+)/

/** Returns a problem with the stack of an error, and the first location in the sources that it names. */
const problemOfServer = (text) => {
  const [message, ...stack] = text.split('\n')
  const [, path, line, column] = PLACE.exec(text) ?? []
  const file = path?.replaceAll('\\', '/').replace(/^.*?(?=(src|demo-host|cdn)\/)/, '')
  return {
    kind: 'Server error',
    message,
    ...(file && { file, line: Number(line), column: Number(column) }),
    frame: stack.join('\n') || undefined,
  }
}

/** A version that failed is not served; the previous one continues. */
const createServerLane = ({ bundle, server, problems, onIdle, onFirst }) => {
  let hasStarted = false
  const work = async () => {
    const start = performance.now()
    const built = await bundle.build().catch((error) => problems.set('server', problemsOf('Syntax error', error)))
    if (!built) return
    const reply = await server.run(built)
    if (reply.type === 'failed') {
      if (!hasStarted && reply.isSetting) return onFirst(reply)
      return problems.set('server', [problemOfServer(reply.text)])
    }
    problems.set('server', [])
    lane.isChanged = true
    if (hasStarted) log(`server restarted in ${secondsSince(start)}`)
    else onFirst(reply)
    hasStarted = true
  }
  const lane = Object.assign(createLane(work, onIdle), { isChanged: false })
  return lane
}

const createBrowserLane = ({ frontEnd, channel, problems, onIdle }) => {
  const work = async () => {
    const start = performance.now()
    const styles = channel.styles()
    try {
      const isChanged = await frontEnd.rebuild()
      problems.set('browser', [])
      channel.endStyles(styles)
      if (isChanged) log(`pages built in ${secondsSince(start)}`)
      lane.isChanged ||= isChanged && lane.needsReload
      lane.needsReload = false
    } catch (error) {
      problems.set('browser', problemsOf('Syntax error', error))
    }
  }
  const lane = Object.assign(createLane(work, onIdle), { isChanged: false, needsReload: false })
  return lane
}

/**
 * Starts `npm run dev` and keeps it running until a signal. `settings` are those of `npm start`; `folder` is for
 * generated files.
 * @throws SettingError for a port that is in use
 */
export const startDevelopment = async (settings, folder) => {
  const start = performance.now()
  const styles = createStyleSheets()
  const frontEnd = await openFrontEnd(styles)
  const bundle = await openServerBundle(folder)
  const isAllowed = createOriginCheck(settings.allowedOrigins ?? [])
  const channel = createPagesChannel(isAllowed)
  const problems = createProblems(channel.sendProblems)
  const cdn = await listen(createDevelopmentCdn(frontEnd, isAllowed), settings.port + 1)
  cdn.on('upgrade', channel.upgrade)
  const server = createServerProcess((message) => {
    problems.set('server', [{ kind: 'Server error', message }])
  })
  const stops = []

  const end = async (code) => {
    setTimeout(() => process.exit(1), MAX_END_MS)
    for (const stop of stops) stop()
    channel.close()
    await Promise.all([server.end(), closeServer(cdn), frontEnd.dispose(), bundle.dispose()])
    await esbuild.stop()
    process.exit(code)
  }

  /** Waits for both builds: a page must not load while the server is between two versions, nor twice for one edit. */
  const onIdle = () => {
    if (!browserLane.isIdle() || !serverLane.isIdle()) return
    const isChanged = browserLane.isChanged || serverLane.isChanged
    browserLane.isChanged = false
    serverLane.isChanged = false
    if (isChanged) channel.reload()
  }

  const onFirst = ({ type, text, lines = [] }) => {
    if (type === 'failed') {
      console.error(text)
      return end(1)
    }
    for (const line of lines) console.log(line)
    log(`started in ${secondsSince(start)}, version ${version} for development`)
    hasStarted = true
    types.run()
  }
  const types = createTypesLane(folder, (found) => problems.set('types', found))
  let hasStarted = false
  const serverLane = createServerLane({ bundle, server, problems, onIdle, onFirst })
  const browserLane = createBrowserLane({ frontEnd, channel, problems, onIdle })

  const replaceStyle = async (path) => {
    const { text, errors } = await styles.read(path).catch(() => ({ errors: [] }))
    if (text) channel.sendStyle(path, text)
    if (text) log(`${path} replaced in the open pages`)
    return errors
  }

  const onChange = async (paths) => {
    await Promise.all(paths.filter(isStyle).map(replaceStyle))
    if (frontEnd.uses(paths)) {
      browserLane.needsReload ||= paths.some((path) => !isStyle(path))
      browserLane.run()
    }
    if (bundle.uses(paths)) serverLane.run()
    if (paths.some((path) => path.startsWith(PAGES))) channel.reload()
    if (hasStarted && paths.some(isTyped)) types.run()
  }

  process.once('SIGINT', () => end(0))
  process.once('SIGTERM', () => end(0))
  stops.push(watchFiles(WATCHED, onChange), types.stop)
  serverLane.run()
  browserLane.run()
}
