// Lists the tests of the repository. A file's name determines how it runs: `*.test.*` in Node or in a browser,
// `*.database.test.ts` on PostgreSQL or the embedded database, `*.servers.test.ts` with web servers, `*.fleet.test.mjs`
// against third-party software, `*.prove.ts` measures a promise, `*.spec.ts` is an end-to-end test.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { PROMISES } from '../e2e/promises.mjs'
import { root } from './project.mjs'
import { runsInFull } from './promises.mjs'

const NODE_SOURCES = ['kernel', 'contract', 'rules', 'entitlements', 'backend', 'server', 'serve', 'cli'].map((name) =>
  join('src', name),
)
const NODE_FOLDERS = [...NODE_SOURCES, 'cdn', 'demo-host']
const NO_TESTS = /node_modules|^cdn\/6\./

const listFiles = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true })
        .map((path) => join(folder, path))
        .filter((path) => !NO_TESTS.test(path))
        .sort()
    : []

const listed = new Map()

/**
 * Returns the paths of the files in a folder, relative to the root of the repository; cached, because they are needed
 * for every path.
 */
const filesIn = (folder) => {
  if (!listed.has(folder)) listed.set(folder, listFiles(folder))
  return listed.get(folder)
}

/** Returns whether a test needs PostgreSQL, the embedded database, or web servers. */
const needsServers = (path) => /\.(database|servers)\.test\.ts$/.test(path)

const allNodeTests = () => NODE_FOLDERS.flatMap(filesIn).filter((path) => /\.test\.(ts|mjs)$/.test(path))

const isOfFleet = (path) => path.endsWith('.fleet.test.mjs')

/** Returns tests that run in Node and need no other server. */
export const nodeTests = () => allNodeTests().filter((path) => !needsServers(path) && !isOfFleet(path))

/** Returns tests that run in Node on PostgreSQL, the embedded database or web servers. */
export const databaseTests = () => allNodeTests().filter(needsServers)

/** Returns tests against third-party software, which a separate step installs. */
export const fleetTests = () => allNodeTests().filter(isOfFleet)

/** Returns tests that run in a browser: all others of `src/`. */
export const componentTests = () =>
  filesIn('src').filter(
    (path) => /\.test\.tsx?$/.test(path) && !NODE_SOURCES.some((folder) => path.startsWith(folder + sep)),
  )

/** Returns browser tests that check states in every look with `FE_LOOKS=all`. */
export const lookTests = () =>
  componentTests().filter((path) =>
    /^src\/preview\/(gallery\/gallery-|stage\/(dialogs-|portal-(lists|places|states)))/.test(path),
  )

/** Returns measurements that `npm run prove` runs in full. */
export const proveFiles = () => ['src', 'demo-host'].flatMap(filesIn).filter((path) => path.endsWith('.prove.ts'))

/**
 * Returns measurements of numbered promises that are short with a twentieth of the rounds. The others measure
 * durations, which a busy machine can't measure, or repeat on the embedded database tests that take a third of the time
 * on PostgreSQL.
 */
export const promiseFiles = () =>
  proveFiles().filter(
    (path) => PROMISES.some(({ tests }) => tests.includes(path)) && !path.endsWith('-pglite.prove.ts'),
  )

const endToEndTests = () => filesIn('demo-host/e2e').filter((path) => path.endsWith('.spec.ts'))

const sourceFiles = () => ['src', 'demo-host', 'cdn'].flatMap(filesIn).filter((path) => /\.(tsx?|mjs)$/.test(path))

const IMPORT = /\bfrom '(\.[^']+)'|\bimport\(?'(\.[^']+)'|^import '(\.[^']+)'/gm

/** Returns the paths that a file imports from the repository. */
const importsOf = (path) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].map(([, ...found]) =>
    normalize(join(dirname(path), found.find(Boolean))),
  )

const isTest = (path) => /\.test\.(tsx?|mjs)$/.test(path)

/**
 * Returns the tests of changed files: the tests among them, those that import one directly and those next to one.
 * `folders` are included completely.
 */
export const testsOf = (changed) => {
  const wanted = new Set(changed)
  const folders = new Set(changed.filter((path) => path.startsWith('src')).map((path) => dirname(path)))
  const isIn = (path) => changed.some((one) => path === one || path.startsWith(one + sep))
  return sourceFiles()
    .filter(isTest)
    .filter((path) => isIn(path) || folders.has(dirname(path)) || importsOf(path).some((one) => wanted.has(one)))
}

/** Tests in this folder also need Firefox and WebKit. */
export const ENGINES_FOLDER = 'demo-host/e2e/engines/'
const ENGINES_TEST = `${ENGINES_FOLDER}engines.ts`

/** Returns the tests that `npm run prove` runs. */
export const provenFiles = () => {
  const ofPromises = (paths) => paths.filter((path) => runsInFull(path, readFileSync(join(root, path), 'utf8')))
  return [...proveFiles(), ...ofPromises([...allNodeTests(), ...componentTests()]), ...endToEndTests(), ENGINES_TEST]
}

/** Returns how a test file is run. */
export const runnerOf = (path) => {
  if (path.endsWith('.spec.ts')) return 'endToEnd'
  if (path.startsWith(ENGINES_FOLDER)) return 'engines'
  return componentTests().includes(path) ? 'component' : 'node'
}

/** Returns every test of the repository. */
export const allTests = () => [...allNodeTests(), ...componentTests(), ...proveFiles(), ...endToEndTests()]

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'playwright.config.ts', 'rollup.config.mjs']

/** Returns sources and documents. */
export const textFiles = () =>
  [...['src', 'cdn', 'demo-host'].flatMap(filesIn), ...DOCUMENTS]
    .filter((path) => /\.(tsx?|mjs|js|css|html|md)$/.test(path) && !path.includes('/migrations/'))
    .sort()
