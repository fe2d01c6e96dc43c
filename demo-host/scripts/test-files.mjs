import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { root } from './project.mjs'
import { runsInFull } from './promises.mjs'

const NODE_SOURCES = ['kernel', 'contract', 'rules', 'entitlements', 'backend', 'server'].map((name) =>
  join('src', name),
)
const NODE_FOLDERS = [...NODE_SOURCES, 'cdn', 'demo-host']
const NO_TESTS = /node_modules|^cdn\/6\./

/** Paths of the files in a folder, from the root of the repository. */
const filesIn = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true })
        .map((path) => join(folder, path))
        .filter((path) => !NO_TESTS.test(path))
    : []

/** Tests that run in Node. */
export const nodeTests = () =>
  NODE_FOLDERS.flatMap(filesIn)
    .filter((path) => /\.test\.(ts|mjs)$/.test(path))
    .sort()

/** Tests that run in a browser: all others of `src/`. */
export const componentTests = () =>
  filesIn('src')
    .filter((path) => /\.test\.tsx?$/.test(path) && !NODE_SOURCES.some((folder) => path.startsWith(folder + sep)))
    .sort()

/** Databases, processes, generated documents and large inputs take most of the time of all Node tests. */
const SLOW = new RegExp(
  [
    '/prove/',
    'adapters/postgres',
    'adapters/saml-cost',
    'backend-(pglite|postgres)\\.test',
    'sealed-keys\\.test',
    'property\\.test',
    'hostile-patterns\\.test',
    '^cdn/',
    '^demo-host/(hostile|identity)-provider',
    '^demo-host/scripts/(scaffold|unlock)',
    '^demo-host/server/(api|start-faults)\\.test',
  ].join('|'),
)

const isSlow = (path) => SLOW.test(path)

/** The Node tests of `npm run test:quick`. */
export const quickNodeTests = () => nodeTests().filter((path) => !isSlow(path))

/** The browser tests in the folders of these files. */
export const browserTestsBeside = (changed) => {
  const folders = new Set(changed.filter((path) => path.startsWith('src/')).map((path) => dirname(path)))
  return componentTests().filter((path) => folders.has(dirname(path)))
}

/** What only `npm run prove` runs. */
export const proveFiles = () =>
  ['src', 'demo-host']
    .flatMap(filesIn)
    .filter((path) => path.endsWith('.prove.ts'))
    .sort()

const endToEndTests = () =>
  filesIn('demo-host/e2e')
    .filter((path) => path.endsWith('.spec.ts'))
    .sort()

/** What needs Firefox and WebKit too. */
export const ENGINES_FOLDER = 'demo-host/e2e/engines/'
const ENGINES_TEST = `${ENGINES_FOLDER}engines.ts`

/** What `npm run prove` runs. */
export const provenFiles = () => {
  const ofPromises = (paths) => paths.filter((path) => runsInFull(path, readFileSync(join(root, path), 'utf8')))
  return [...proveFiles(), ...ofPromises([...nodeTests(), ...componentTests()]), ...endToEndTests(), ENGINES_TEST]
}

/** How a test file is run. */
export const runnerOf = (path) => {
  if (path.endsWith('.spec.ts')) return 'endToEnd'
  if (path.startsWith(ENGINES_FOLDER)) return 'engines'
  return componentTests().includes(path) ? 'component' : 'node'
}

/** Every test of the repository. */
export const allTests = () => [...nodeTests(), ...componentTests(), ...proveFiles(), ...endToEndTests()]

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'playwright.config.ts', 'rollup.config.mjs']

/** Sources and documents. */
export const textFiles = () =>
  [...['src', 'cdn', 'demo-host'].flatMap(filesIn), ...DOCUMENTS]
    .filter((path) => /\.(tsx?|mjs|js|css|html|md)$/.test(path) && !path.includes('/migrations/'))
    .sort()
