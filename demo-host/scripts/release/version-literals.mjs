// Finds and replaces the version of `package.json` in files that can't read it: pages, configurations of servers,
// documentation and lockfiles.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files and folders that contain the version as text. */
const WRITTEN_OUT = [
  'package.json',
  'README.md',
  'cdn/deploy/',
  'demo-host/docs/',
  'demo-host/frameworks/',
  'demo-host/next/package.json',
  'demo-host/pages/',
  'demo-host/scripts/bench/bare.html',
]

/** Lockfiles name the versions of many packages, so only their first two entries are this one's. */
const LOCKFILES = ['package-lock.json', 'demo-host/next/package-lock.json']

/** The record of earlier releases, whose versions never change. */
const HISTORY = 'CHANGELOG.md'

const SOURCES = ['cdn', 'demo-host', 'src']
const TEXT = /(^|\/)(Caddyfile|[^/]+\.(conf|css|html|js|json|jsonc|md|mjs|mts|cjs|svelte|toml|ts|tsx|txt|vue|ya?ml))$/
const BUILT = /(^|\/)(node_modules|\.vitepress\/(cache|dist)|\.next)\/|^cdn\/\d+\.\d+\.\d+\//

const listed = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length).replaceAll('\\', '/'))

const textFiles = (root) => {
  const top = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  return [...top, ...SOURCES.flatMap((folder) => listed(root, folder))].filter(
    (path) => TEXT.test(path) && !BUILT.test(path) && path !== HISTORY && !LOCKFILES.includes(path),
  )
}

const isWrittenOut = (path) =>
  WRITTEN_OUT.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)))

const filesWith = (root, version) =>
  textFiles(root).filter((path) => readFileSync(join(root, path), 'utf8').includes(version))

/** Returns the files that have the version as text and should read it from `package.json`. */
export const unexpectedLiterals = (root, version) => filesWith(root, version).filter((path) => !isWrittenOut(path))

const writeLockfile = (path, version) => {
  const lock = JSON.parse(readFileSync(path, 'utf8'))
  lock.version = version
  lock.packages[''].version = version
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
}

/** Replaces the version in every file that has it as text. @returns the changed files. */
export const writeVersion = (root, { from, to }) => {
  const changed = filesWith(root, from).filter(isWrittenOut)
  for (const path of changed)
    writeFileSync(join(root, path), readFileSync(join(root, path), 'utf8').replaceAll(from, to))
  for (const path of LOCKFILES) writeLockfile(join(root, path), to)
  return [...changed, ...LOCKFILES].sort()
}
