import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { APPS, BUILT_APPS, prepareFrameworks } from '../scripts/framework-apps.mjs'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const COMMON = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }

const isFile = (path: string) =>
  stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  )

/** `/react` and what is below it, such as `/react/assets/index.js`. */
const partsOf = (pathname: string): { app: string; file: string } | undefined => {
  const [, app = '', ...rest] = pathname.split('/')
  if (!APPS.includes(app)) return undefined
  const file = rest.join('/')
  return { app, file: extname(file) ? file : 'index.html' }
}

/** Apps being installed and built, by name, so that each is built once. */
const createBuilder = () => {
  const pending = new Map<string, Promise<unknown>>()
  return (app: string): Promise<unknown> => {
    const known = pending.get(app)
    if (known) return known
    const build = prepareFrameworks([app]).finally(() => pending.delete(app))
    pending.set(app, build)
    return build
  }
}

/**
 * The quickstart apps as pages: `/react`, `/vue`, `/svelte`, `/angular` and `/vite`. The first visit installs their
 * packages and builds the app, which takes a while. `withOrigins` puts the ports of this host in.
 */
export const createFrameworkPages = (withOrigins: (text: string) => string) => {
  const build = createBuilder()
  const send = async (response: ServerResponse, path: string) => {
    const body = withOrigins(await readFile(path, 'utf8'))
    response.writeHead(200, { ...COMMON, 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body)
  }
  const fail = (response: ServerResponse, status: number, text: string) =>
    response.writeHead(status, { ...COMMON, 'content-type': 'text/plain; charset=utf-8' }).end(text)
  /** Whether it handled the request. */
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname } = new URL(request.url ?? '/', 'http://demo.invalid')
    const parts = partsOf(pathname)
    if (!parts) return false
    const folder = join(BUILT_APPS, parts.app)
    const path = normalize(join(folder, decodeURIComponent(parts.file)))
    if (!path.startsWith(folder + sep)) {
      fail(response, 404, 'Not found')
      return true
    }
    try {
      if (!(await isFile(join(folder, 'index.html')))) await build(parts.app)
      if (await isFile(path)) await send(response, path)
      else fail(response, 404, 'Not found')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      fail(response, 503, `The app could not be built. Run: node demo-host/scripts/framework-apps.mjs\n\n${reason}`)
    }
    return true
  }
}
