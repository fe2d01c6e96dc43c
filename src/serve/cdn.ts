import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import type { Listener } from './listen.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

const COMMON = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Redirects to the newest release are cached briefly, because their target changes. */
const MOVING = 'public, max-age=300'

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const isFile = (path: string) =>
  stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  )

/** Returns the compressed twin that the client accepts, else the file itself. */
const variantOf = async (path: string, request: IncomingMessage) => {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  for (const [encoding, ending] of ENCODINGS) {
    const refused = new RegExp(`${encoding}\\s*;\\s*q=0(\\.0*)?(,|$)`).test(accepted)
    if (accepted.includes(encoding) && !refused && (await isFile(path + ending)))
      return { encoding, path: path + ending }
  }
  return { encoding: undefined, path }
}

/** Returns the folder inside the release; `undefined` for any path outside it. */
const insideOf = (folder: string, pathname: string): string | undefined => {
  const path = normalize(join(folder, pathname))
  return path.startsWith(folder + sep) && !/\.(br|gz)$/.test(path) ? path : undefined
}

/**
 * Returns a module that re-exports the entry. Chunks import shared code from the entry of their own version; behind a
 * redirect, the entry would be a second module, with a second React.
 */
const entryAt = (target: string): string | undefined =>
  target.endsWith('/fe.esm.js') ? `export * from ${JSON.stringify(target)}\n` : undefined

/** Returns where `/6/x` and `/6.176/x` redirect to, which is the full version; `undefined` for other paths. */
const shortPath = (pathname: string, version: string): string | undefined => {
  const [major, minor] = version.split('.')
  const [, given, rest] = /^\/([\d.]+)\/(.*)$/.exec(pathname) ?? []
  return given === major || given === `${major}.${minor}` ? `/${version}/${rest}` : undefined
}

const pathOf = (request: IncomingMessage): string | undefined => {
  try {
    return decodeURIComponent(new URL(request.url ?? '/', 'http://cdn.invalid').pathname)
  } catch {
    return undefined
  }
}

/**
 * Serves the release as a production CDN should: immutable under its full version, compressed, readable by every
 * origin. `links` names the files that the client needs next (RFC 8288), by path inside the release.
 */
export const createCdn = (release: string, version: string): Listener => {
  const send = async (request: IncomingMessage, path: string) => {
    const variant = await variantOf(path, request)
    return { encoding: variant.encoding, body: await readFile(variant.path) }
  }
  return async (request, response) => {
    const pathname = pathOf(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return response.writeHead(405, { ...COMMON, allow: 'GET, HEAD' }).end()
    }
    const target = pathname && shortPath(pathname, version)
    const entry = target && entryAt(target)
    if (entry) {
      const headers = {
        ...COMMON,
        'content-type': TYPES['.js'],
        'cache-control': MOVING,
        'content-length': entry.length,
      }
      return response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : entry)
    }
    if (target) return response.writeHead(302, { ...COMMON, location: target, 'cache-control': MOVING }).end()
    const path = pathname?.startsWith(`/${version}/`) && insideOf(release, pathname.slice(version.length + 1))
    if (!path || !(await isFile(path))) {
      return response
        .writeHead(404, { ...COMMON, 'content-type': 'text/plain', 'cache-control': 'no-store' })
        .end('Not found')
    }
    const { encoding, body } = await send(request, path)
    response.writeHead(200, {
      ...COMMON,
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': body.length,
      'cache-control': IMMUTABLE,
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    })
    return response.end(request.method === 'HEAD' ? undefined : body)
  }
}
