// `npm run test:quick`: types, lint, import rules, Node tests on the store in memory, and the browser tests beside what
// changed since the commit or branch that is named (by default the last commit). For daily work; `npm test` is complete.
import { spawnSync } from 'node:child_process'
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'
import { browserTestsBeside, quickNodeTests } from './test-files.mjs'
import { browserTests, imports, lint, nodeTestsOf, runStages, types } from './test-parts.mjs'

const [base = 'HEAD'] = process.argv.slice(2)

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

await ensureInstalled()
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
const beside = browserTestsBeside(changed)
if (beside.length > 0) await ensureBrowser()
const isOk = await runStages([
  [[types, imports, lint], [nodeTestsOf(quickNodeTests(), { TEST_STORES: 'memory' })]],
  ...(beside.length > 0 ? [[[browserTests(...beside)]]] : []),
])
process.exit(isOk ? 0 : 1)
