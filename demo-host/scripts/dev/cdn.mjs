import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { customElementsManifest } from '../../../cdn/custom-elements.mjs'
import { sha384 } from '../../../cdn/manifest.mjs'
import { root, version } from '../project.mjs'

const TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

const PAGE = join(root, 'demo-host', 'scripts', 'dev', 'page')

/** Otherwise, a page under another machine's name that resolves to this one could read the sources. */
const LOCAL_HOST = /^((\w+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** The name of a chunk contains its hash, so a page that is loaded again requests only the changed ones. */
const cachingOf = (name) => (/^(chunks|node)\//.test(name ?? '') ? 'private, max-age=86400, immutable' : 'no-cache')

const json = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

const manifestOf = (files) =>
  json({
    version,
    files: Object.fromEntries(
      [...files].map(([name, { body }]) => [name, { size: body.length, integrity: `sha384-${sha384(body)}` }]),
    ),
  })

const openapiDocument = async () => {
  const { buildOpenApi } = await import('../../../cdn/openapi/build-openapi.ts')
  return json((await buildOpenApi()).openapi)
}

const clientOf = async () => {
  const [script, style] = await Promise.all(
    ['client.js', 'overlay.css'].map((file) => readFile(join(PAGE, file), 'utf8')),
  )
  return Buffer.from(script.replace("'{{overlay.css}}'", () => JSON.stringify(style)))
}

/** Returns the name of a file; `/6/x` and `/6.176/x` are the release too. */
const nameOf = (pathname) => {
  const [, given, name] = /^\/([\d.]+)\/(.+)$/.exec(pathname) ?? []
  return given === version || version.startsWith(`${given}.`) ? name : undefined
}

/**
 * Serves the files of the release from memory. Browsers check each time whether a file has changed, except for chunks.
 */
export const createDevelopmentCdn = (frontEnd, isAllowed) => {
  const generated = {
    'manifest.json': async () => manifestOf(await frontEnd.list()),
    'openapi.json': openapiDocument,
    'custom-elements.json': () => json(customElementsManifest()),
  }
  const find = async (pathname, name) => {
    if (pathname === '/dev/client.js') return { body: await clientOf() }
    if (!name) return undefined
    return Object.hasOwn(generated, name) ? { body: await generated[name]() } : frontEnd.find(name)
  }
  return async (request, response) => {
    const { origin, host } = request.headers
    const headers = {
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'origin',
      'x-content-type-options': 'nosniff',
      ...(isAllowed(origin) && { 'access-control-allow-origin': origin, 'timing-allow-origin': origin }),
    }
    if (!LOCAL_HOST.test(host ?? '')) return response.writeHead(403, headers).end('This host name is not allowed')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return response.writeHead(405, { ...headers, allow: 'GET, HEAD' }).end()
    const { pathname } = new URL(request.url ?? '/', 'http://cdn.invalid')
    const name = nameOf(pathname)
    const file = await find(pathname, name)
    if (file) headers['cache-control'] = cachingOf(name)
    if (!file) return response.writeHead(404, { ...headers, 'content-type': 'text/plain' }).end('Not found')
    if (file.tag && request.headers['if-none-match'] === file.tag) return response.writeHead(304, headers).end()
    response.writeHead(200, {
      ...headers,
      'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream',
      'content-length': file.body.length,
      ...(file.tag && { etag: file.tag }),
    })
    return response.end(request.method === 'HEAD' ? undefined : file.body)
  }
}
