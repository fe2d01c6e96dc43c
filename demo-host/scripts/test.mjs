// `npm test`: everything that must hold; ends with `N passed, N failed`.
import { ensureBrowser } from './find-browser.mjs'
import { ensureEngines } from './find-engines.mjs'
import { ensureInstalled } from './install.mjs'
import { nodeTests } from './test-files.mjs'
import {
  browserTests,
  endToEnd,
  engines,
  imports,
  lint,
  nodeTestsOf,
  release,
  runStages,
  types,
} from './test-parts.mjs'

await ensureInstalled()
await ensureBrowser()
const leftOut = ensureEngines()
const isOk = await runStages([
  // Each of these mostly keeps one core busy.
  [[types, lint, imports], [release]],
  [[nodeTestsOf(nodeTests())]],
  [[browserTests()]],
  // The first project waits more than it works, beside the second one.
  [[endToEnd('End-to-end', '--project=waiting', '--project=journeys', '--workers=4')]],
  // One engine after the other; they need the second core for themselves.
  [[engines(leftOut)]],
  [[endToEnd('End-to-end, measured', '--project=measured')]],
])
process.exit(isOk ? 0 : 1)
