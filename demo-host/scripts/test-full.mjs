// `npm run test:full` runs the tests that take too long for `npm test`: PostgreSQL and the embedded database, promises
// with a twentieth of their rounds, the fleet (third-party software), every end-to-end test, every look, and Firefox
// and WebKit. It ends with `N passed, N failed`. `-- --part=database` runs one part, `--shard=1/4` a quarter of each
// part. `--after-test` omits the smoke journeys, which `npm test` has just run.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './find-browser.mjs'
import { ensureEngines, ensureWebServers } from './find-engines.mjs'
import { ensureFleet } from './find-fleet.mjs'
import { ensurePooler, ensurePostgres } from './find-postgres.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'
import { runStages } from './run-parts.mjs'
import { databaseTests, fleetTests, lookTests, promiseFiles } from './test-files.mjs'
import { endToEnd, engines, fleet, looks, nodeTestsOf } from './test-parts.mjs'

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    'after-test': { type: 'boolean', default: false },
  },
})
const [shard, shards] = values.shard.split('/').map(Number)
if (!(shard >= 1 && shard <= shards)) {
  console.error(`--shard=${values.shard} is not like 1/4.`)
  process.exit(1)
}

/** Each shard gets every nth file, so that slow neighbors are in different shards. */
const ofShard = (files) => files.filter((_, at) => at % shards === shard - 1)

const PARTS = {
  database: () => nodeTestsOf('Databases', ofShard(databaseTests()), { isGrouped: false }),
  promises: () => nodeTestsOf('Promises', ofShard(promiseFiles()), { isGrouped: false }),
  fleet: () => fleet(ofShard(fleetTests())),
  looks: () => looks(ofShard(lookTests())),
  // The first projects wait more than they work, so they run in parallel with the last one.
  'end-to-end': () =>
    endToEnd(
      'End-to-end',
      ...['--project=long', '--project=waiting', '--project=journeys', '--workers=4', `--shard=${values.shard}`],
      // A counted test runs again, because the last test of its file adds up the results of the others.
      ...(values['after-test'] ? ['--grep-invert=@smoke(?! @counted)'] : []),
    ),
  // Engines run one after the other, because they need the second core for themselves.
  engines: () => engines(ensureEngines()),
  measured: () => endToEnd('End-to-end, measured', '--project=measured', `--shard=${values.shard}`),
}

/** Every look of every state takes as long as all browser tests, so it runs only on request. */
const BY_NAME = ['looks']

const names = values.part === undefined ? Object.keys(PARTS).filter((name) => !BY_NAME.includes(name)) : [values.part]
const unknown = names.find((name) => !(name in PARTS))
if (unknown) {
  console.error(`There is no part ${unknown}; choose from ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}

await ensureInstalled()
await ensureBrowser()
await ensurePostgres()
if (names.includes('database')) {
  ensureWebServers()
  await ensurePooler()
}
if (names.includes('fleet')) ensureFleet()
const built = spawnSync(process.execPath, ['demo-host/scripts/build.mjs', '--if-changed'], {
  cwd: root,
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(1)
const isOk = await runStages(names.map((name) => [[PARTS[name]()]]))
process.exit(isOk ? 0 : 1)
