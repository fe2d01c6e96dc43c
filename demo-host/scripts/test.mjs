// `npm test` runs everything that a change must pass before it is shared; it ends with `N passed, N failed`.
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled } from './install.mjs'
import { runStages } from './run-parts.mjs'
import { nodeTests } from './test-files.mjs'
import { browserTests, endToEnd, imports, lint, nodeTestsOf, release, types, unused } from './test-parts.mjs'

await ensureInstalled()
await ensureBrowser()
const isOk = await runStages([
  // Each of these mostly uses one core.
  [[types, lint, imports, unused], [release]],
  [[nodeTestsOf('Node tests', nodeTests())]],
  [[browserTests()]],
  [
    [
      endToEnd(
        'Smoke journeys',
        ...['--project=long', '--project=waiting', '--project=journeys'],
        '--grep=@smoke',
        '--workers=3',
      ),
    ],
  ],
])
process.exit(isOk ? 0 : 1)
