import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Source maps aren't compressed: only developers request them, and they would take most of the time. */
const COMPRESSIBLE = /\.(js|json|ts|css|svg|txt)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const compress = (bytes) =>
  brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })

/** Returns a hash that is long enough for a list that every page loads; the manifest has the longer one. */
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('base64')

export const sha384 = (bytes) => createHash('sha384').update(bytes).digest('base64')

/** Returns every released file, without the compressed twins and the manifest itself. */
export const releaseFiles = async (folder) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && entry.name !== 'manifest.json')
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .sort()
}

const fileFacts = async (folder, file) => {
  const bytes = await readFile(join(folder, file))
  if (!COMPRESSIBLE.test(file)) return { size: bytes.length, integrity: `sha384-${sha384(bytes)}` }
  const [small, zipped] = await Promise.all([compress(bytes), zip(bytes, { level: 9 })])
  await Promise.all([writeFile(join(folder, `${file}.br`), small), writeFile(join(folder, `${file}.gz`), zipped)])
  return { size: bytes.length, brotli: small.length, integrity: `sha384-${sha384(bytes)}` }
}

/**
 * Writes `manifest.json` and the compressed twins that the servers send.
 *
 * @param loginPath The files that a sign-in page loads first with the ES module; `tagPath`, those with the script tag,
 *   after the loader, where a page can have several import maps.
 * @param packages Third-party packages whose code is in a file, by the file's name.
 */
export const writeManifest = async (folder, version, { loginPath, tagPath, packages = {} }) => {
  const files = {}
  for (const file of await releaseFiles(folder))
    files[file] = { ...(await fileFacts(folder, file)), ...(packages[file] && { packages: packages[file] }) }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify({ version, loginPath, tagPath, files }, null, 2)}\n`)
  return files
}
