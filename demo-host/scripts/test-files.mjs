// Lists the tests of the repository. A file's name says how it runs: `*.test.*` in Node or in a browser, `*.database.test.ts` on
// PostgreSQL or the embedded database, `*.servers.test.ts` beside web servers, `*.fleet.test.mjs` against software of others, `*.prove.ts` measures a promise, `*.spec.ts` is an end-to-end test.
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

/** Paths of the files in a folder, from the root of the repository; read once, as every question about a path asks again. */
const filesIn = (folder) => {
  if (!listed.has(folder)) listed.set(folder, listFiles(folder))
  return listed.get(folder)
}

/** PostgreSQL, the embedded database, or web servers are programs of their own. */
const needsServers = (path) => /\.(database|servers)\.test\.ts$/.test(path)

const allNodeTests = () => NODE_FOLDERS.flatMap(filesIn).filter((path) => /\.test\.(ts|mjs)$/.test(path))

const isOfFleet = (path) => path.endsWith('.fleet.test.mjs')

/** Tests that run in Node and need no other server. */
export const nodeTests = () => allNodeTests().filter((path) => !needsServers(path) && !isOfFleet(path))

/** Tests that run in Node on PostgreSQL, the embedded database or beside web servers. */
export const databaseTests = () => allNodeTests().filter(needsServers)

/** Tests against software of others, which an install step of its own provides. */
export const fleetTests = () => allNodeTests().filter(isOfFleet)

/** Tests that run in a browser: all others of `src/`. */
export const componentTests = () =>
  filesIn('src').filter(
    (path) => /\.test\.tsx?$/.test(path) && !NODE_SOURCES.some((folder) => path.startsWith(folder + sep)),
  )

/** Browser tests that judge states in every look with `FE_LOOKS=all`. */
export const lookTests = () =>
  componentTests().filter((path) =>
    /^src\/preview\/(gallery\/gallery-|stage\/(dialogs-|portal-(lists|places|states)))/.test(path),
  )

/** Measurements that `npm run prove` runs in full. */
export const proveFiles = () => ['src', 'demo-host'].flatMap(filesIn).filter((path) => path.endsWith('.prove.ts'))

/**
 * Measurements of numbered promises that a twentieth of the rounds makes short. The others measure how long something takes,
 * which a busy machine can't measure, or repeat on the embedded database what runs on PostgreSQL in a third of the time.
 */
export const promiseFiles = () =>
  proveFiles().filter(
    (path) => PROMISES.some(({ tests }) => tests.includes(path)) && !path.endsWith('-pglite.prove.ts'),
  )

const endToEndTests = () => filesIn('demo-host/e2e').filter((path) => path.endsWith('.spec.ts'))

const sourceFiles = () => ['src', 'demo-host', 'cdn'].flatMap(filesIn).filter((path) => /\.(tsx?|mjs)$/.test(path))

const IMPORT = /\bfrom '(\.[^']+)'|\bimport\(?'(\.[^']+)'|^import '(\.[^']+)'/gm

/** Paths that a file imports from the repository. */
const importsOf = (path) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].map(([, ...found]) =>
    normalize(join(dirname(path), found.find(Boolean))),
  )

const isTest = (path) => /\.test\.(tsx?|mjs)$/.test(path)

/**
 * Tests of changed files: the tests among them, those that import one directly and those beside one. `folders` are
 * taken whole.
 */
export const testsOf = (changed) => {
  const wanted = new Set(changed)
  const folders = new Set(changed.filter((path) => path.startsWith('src')).map((path) => dirname(path)))
  const isIn = (path) => changed.some((one) => path === one || path.startsWith(one + sep))
  return sourceFiles()
    .filter(isTest)
    .filter((path) => isIn(path) || folders.has(dirname(path)) || importsOf(path).some((one) => wanted.has(one)))
}

/** What needs Firefox and WebKit too. */
export const ENGINES_FOLDER = 'demo-host/e2e/engines/'
const ENGINES_TEST = `${ENGINES_FOLDER}engines.ts`

/** What `npm run prove` runs. */
export const provenFiles = () => {
  const ofPromises = (paths) => paths.filter((path) => runsInFull(path, readFileSync(join(root, path), 'utf8')))
  return [...proveFiles(), ...ofPromises([...allNodeTests(), ...componentTests()]), ...endToEndTests(), ENGINES_TEST]
}

/** How a test file is run. */
export const runnerOf = (path) => {
  if (path.endsWith('.spec.ts')) return 'endToEnd'
  if (path.startsWith(ENGINES_FOLDER)) return 'engines'
  return componentTests().includes(path) ? 'component' : 'node'
}

/** Every test of the repository. */
export const allTests = () => [...allNodeTests(), ...componentTests(), ...proveFiles(), ...endToEndTests()]

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'playwright.config.ts', 'rollup.config.mjs']

/** Sources and documents. */
export const textFiles = () =>
  [...['src', 'cdn', 'demo-host'].flatMap(filesIn), ...DOCUMENTS]
    .filter((path) => /\.(tsx?|mjs|js|css|html|md)$/.test(path) && !path.includes('/migrations/'))
    .sort()
