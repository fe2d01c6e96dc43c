// Runs the passes that read types in a separate process, in parallel with the pass for browsers: each keeps one core
// busy. `--no-type-check` reads them without checking.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../demo-host/scripts/project.mjs'
import { nodeBuild, outputFolder } from '../rollup.config.mjs'
import { BROWSER_ENTRY, CLI_ENTRY, exists, nodeEntries, REACT_ENTRY } from './entries.mjs'
import { assertNoPackages } from './notices.mjs'
import { timed, write } from './passes.mjs'
import { writeTypes } from './types.mjs'

/** The backend's entry reads the migrations from its own folder. */
const MIGRATIONS = 'src/backend/adapters/postgres/migrations'

const typeEntries = () => ({
  ...(exists(BROWSER_ENTRY) ? { 'fe.esm': BROWSER_ENTRY } : {}),
  ...(exists(REACT_ENTRY) ? { react: REACT_ENTRY } : {}),
  ...Object.fromEntries(Object.entries(nodeEntries()).filter(([, path]) => path !== CLI_ENTRY)),
})

const isChecked = !process.argv.includes('--no-type-check')

try {
  if (Object.keys(nodeEntries()).length > 0) {
    assertNoPackages(await timed('types, server entries', () => write(nodeBuild({ isChecked }))))
    await cp(join(root, MIGRATIONS), join(outputFolder, 'migrations'), { recursive: true })
  }
  await timed('declarations', () => writeTypes(typeEntries(), outputFolder))
} catch (error) {
  console.error(error.message)
  if (error.frame) console.error(error.frame)
  process.exit(1)
}
