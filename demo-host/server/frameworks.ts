import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { APPS, BUILT_APPS, prepareFrameworks } from '../scripts/framework-apps.mjs'
import { fileBelow, isFile, sendFile, sendText } from './static-files.ts'

/** Parses `/react` and paths below it, such as `/react/assets/index.js`. */
const partsOf = (pathname: string): { app: string; file: string } | undefined => {
  const [, app = '', ...rest] = pathname.split('/')
  if (!APPS.includes(app)) return undefined
  const file = rest.join('/')
  return { app, file: extname(file) ? file : 'index.html' }
}

/** Installs and builds apps; keeps them by name, so that each is built once. */
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
 * Serves the quickstart apps as pages: `/react`, `/vue`, `/svelte`, `/angular` and `/vite`. The first visit installs
 * their packages and builds the app, which takes a while. `withOrigins` inserts the ports of this host.
 */
export const createFrameworkPages = (withOrigins: (text: string) => string) => {
  const build = createBuilder()
  /** Returns whether it handled the request. */
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname } = new URL(request.url ?? '/', 'http://demo.invalid')
    const parts = partsOf(pathname)
    if (!parts) return false
    const folder = join(BUILT_APPS, parts.app)
    const path = fileBelow(folder, parts.file)
    if (!path) {
      sendText(response, 404, 'Not found')
      return true
    }
    try {
      if (!(await isFile(join(folder, 'index.html')))) await build(parts.app)
      if (await isFile(path)) await sendFile(response, path, withOrigins)
      else sendText(response, 404, 'Not found')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      sendText(response, 503, `The app could not be built. Run: node demo-host/scripts/framework-apps.mjs\n\n${reason}`)
    }
    return true
  }
}
