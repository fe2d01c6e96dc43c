import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createRandom } from '../../testing/random.ts'
import { FAULTS, pickFaults } from './faults.test-kit.ts'
import { groupOf } from './groups.ts'
import { printedReport } from './report.ts'
import { openServer } from './served.test-kit.ts'

const SEED = 45

/** Pairs of calls with the same method and path, so that a fault affects both. */
const TWINS: Readonly<Record<string, string>> = { 'session.refreshSessionServer': 'session.refreshSession' }

describe(`Each of ${FAULTS} faulty servers`, () => {
  let server: Awaited<ReturnType<typeof openServer>>
  before(async () => {
    server = await openServer()
  })
  after(() => server.close())

  for (const { name, call, intercept } of pickFaults(createRandom(SEED)))
    it(`that ${name} is named by its call`, async () => {
      const report = await server.run({ only: groupOf(call) }, intercept)
      const named = report.calls.filter(({ state }) => state === 'differs' || state === 'missing')
      assert.deepEqual([...new Set(named.map((each) => TWINS[each.call] ?? each.call))], [call])
      const lines = printedReport(report)
        .split('\n')
        .filter((line) => line.includes(`${call} (`))
      assert.ok(lines.length > 0)
      for (const line of lines) assert.match(line, /: expected .+, got .+/)
      assert.doesNotMatch(printedReport(report), /eyJ|@acme|Please sign in/)
    })
})
