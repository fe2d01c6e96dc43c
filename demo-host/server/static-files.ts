import { readFile, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, normalize, sep } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
}

const COMMON = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }

export const isFile = (path: string) =>
  stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  )

/**
 * Returns the file of a URL's path below a folder; `undefined` for a path that leaves the folder or can't be decoded.
 */
export const fileBelow = (folder: string, path: string): string | undefined => {
  try {
    const file = normalize(`${folder}${sep}${decodeURIComponent(path)}`)
    return file.startsWith(folder + sep) ? file : undefined
  } catch {
    return undefined
  }
}

/** Binary files. */
const BINARY: readonly string[] = ['.png']

/** Sends a file; text is transformed by `convert`. */
export const sendFile = async (response: ServerResponse, path: string, convert: (text: string) => string) => {
  const bytes = await readFile(path)
  const body = BINARY.includes(extname(path)) ? bytes : convert(bytes.toString())
  response.writeHead(200, { ...COMMON, 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body)
}

export const sendText = (response: ServerResponse, status: number, text: string) =>
  response.writeHead(status, { ...COMMON, 'content-type': 'text/plain; charset=utf-8' }).end(text)
