import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { SITE } from '../scripts/docs/folders.mjs'
import { fileBelow, isFile, sendFile, sendText } from './static-files.ts'

const PREFIX = '/docs/'

/** Serves the documentation site below `/docs/`. `withOrigins` inserts the ports of this host into its pages. */
export const createDocs = (withOrigins: (text: string) => string, site = SITE) => {
  const send = async (response: ServerResponse, path: string) => {
    const file = fileBelow(site, path.endsWith('/') || path === '' ? `${path}index.html` : path)
    if (file && (await isFile(file))) return sendFile(response, file, withOrigins)
    // Links to a page may omit its file extension.
    if (file && !extname(file) && (await isFile(`${file}.html`))) return sendFile(response, `${file}.html`, withOrigins)
    if (await isFile(join(site, 'index.html'))) return sendText(response, 404, 'Not found')
    return sendText(response, 503, 'The documentation is not built. Run: npm run docs')
  }
  /** Returns whether it handled the request. */
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname } = new URL(request.url ?? '/', 'http://demo.invalid')
    if (pathname === '/docs') {
      response.writeHead(301, { location: PREFIX }).end()
      return true
    }
    if (!pathname.startsWith(PREFIX)) return false
    await send(response, pathname.slice(PREFIX.length))
    return true
  }
}
