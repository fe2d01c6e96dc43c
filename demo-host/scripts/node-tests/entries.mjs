// Writes the files that Node's runner starts, each in a process of its own.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../project.mjs'

/**
 * Folders whose quick tests have no lasting effects share a process, whose start would take longer than their tests. A
 * file belongs to the first folder in this list that contains it.
 */
const SHARED = [
  'src/rules',
  'src/kernel',
  'src/contract',
  'src/entitlements',
  'src/server',
  'src/serve',
  'src/cli/conformance',
  'src/cli',
  'src/backend/adapters',
  'src/backend/prove',
  'src/backend',
  'demo-host/e2e',
  'demo-host',
  'cdn',
]

/** Files that have a separate process: they take seconds, start processes or measure the memory that they use. */
const ALONE = [
  'cdn/package.test.ts',
  'cdn/packaged-server.database.test.ts',
  'demo-host/identity-provider/',
  'demo-host/scripts/docs-site.test.mjs',
  'demo-host/scripts/release/compatibility.test.mjs',
  'demo-host/scripts/scaffold.test.mjs',
  'demo-host/server/start-faults.test.ts',
  'src/backend/backend.test.ts',
  'src/backend/prove/session-states.test.ts',
  'src/serve/serve.database.test.ts',
  'src/entitlements/hostile-patterns.test.ts',
  'src/entitlements/property.test.ts',
]

/** The folders and files that take more than 15 s of processor time, longest first. */
const LONGEST = [
  'src/backend/backend.test.ts',
  'src/backend/prove',
  'src/backend/adapters',
  'cdn/package.test.ts',
  'demo-host/scripts/scaffold.test.mjs',
  'cdn',
  'src/backend',
  'src/entitlements/hostile-patterns.test.ts',
  'src/backend/prove/session-states.test.ts',
  'src/cli/conformance',
]

const writeEntry = (name, source) => {
  const groups = join(root, '.work', 'node-groups')
  mkdirSync(groups, { recursive: true })
  const entry = join(groups, `${name.replaceAll('/', '-')}.test.mjs`)
  writeFileSync(entry, source)
  return relative(root, entry)
}

export const writeGroup = (name, files) => writeEntry(name, files.map((file) => `import '../../${file}'\n`).join(''))

const rankOf = ({ name }) => (LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length)

const numbered = ({ name, files }, at) => ({
  name: `${String(at + 1).padStart(2, '0')}-${name.replace(/\.test\.(ts|mjs)$/, '')}`,
  files,
})

/**
 * Returns the processes that run these files, longest first, so that no processor is idle while the last one ends. The
 * name of each begins with its place, because Node's runner sorts the files that it is given.
 */
export const processesOf = (files) => {
  const isShared = (file) => !ALONE.some((alone) => file.startsWith(alone))
  const folderOf = (file) => SHARED.find((shared) => isShared(file) && file.startsWith(`${shared}/`))
  const groups = SHARED.map((shared) => ({ name: shared, files: files.filter((file) => folderOf(file) === shared) }))
  const alone = files.filter((file) => !folderOf(file)).map((file) => ({ name: file, files: [file] }))
  const all = [...groups.filter(({ files: own }) => own.length > 0), ...alone]
  return all.sort((one, other) => rankOf(one) - rankOf(other)).map(numbered)
}

/** Writes a file for each process, for Node's runner. */
export const entriesOf = (files) => processesOf(files).map(({ name, files: own }) => writeGroup(name, own))

/** Files that are shared by several processes; each sets the variables that choose its part. */
const DEALT = {
  'src/backend/backend.database.test.ts': [{ SUITES: '1/3' }, { SUITES: '2/3' }, { SUITES: '3/3' }],
  'src/backend/prove/webhook-delivery.prove.ts': [{ DELIVERY_ON: 'pglite' }, { DELIVERY_ON: 'postgres' }],
}

const writeParts = (file) =>
  DEALT[file].map((variables, at) =>
    writeEntry(
      `${file.replace(/\.(test|prove)\.ts$/, '')}-${at + 1}`,
      `Object.assign(process.env, ${JSON.stringify(variables)})\nawait import('../../${file}')\n`,
    ),
  )

/** The longest files start first, so that no processor is idle at the end. */
export const dealt = (files) => [
  ...files.filter((file) => file in DEALT).flatMap(writeParts),
  ...files.filter((file) => !(file in DEALT)),
]
