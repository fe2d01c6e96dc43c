// `npm run test:quick` runs the check, and the Node and browser tests of the changes since the last commit, or of the
// named folders and files: `npm run test:quick -- src/pages/users`. It is for daily work; `npm test` is complete.
import { spawnSync } from 'node:child_process'
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'
import { runStages } from './run-parts.mjs'
import { componentTests, nodeTests, testsOf } from './test-files.mjs'
import { browserTests, imports, lint, nodeTestsOf, types } from './test-parts.mjs'

const named = process.argv.slice(2).map((path) => path.replace(/\/$/, ''))

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

const changed = () => [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]

await ensureInstalled()
const tests = new Set(testsOf(named.length > 0 ? named : changed()))
const [inNode, inBrowser] = [nodeTests(), componentTests()].map((files) => files.filter((path) => tests.has(path)))
if (inBrowser.length > 0) await ensureBrowser()
const isOk = await runStages([
  [[types, imports, lint], inNode.length > 0 ? [nodeTestsOf('Node tests', inNode, { processes: 2 })] : []],
  ...(inBrowser.length > 0 ? [[[browserTests(...inBrowser)]]] : []),
])
process.exit(isOk ? 0 : 1)
