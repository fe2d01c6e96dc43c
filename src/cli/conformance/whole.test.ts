import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AllTables, allTables } from '../../contract/all.ts'
import { checkedCalls } from './features.ts'
import { GROUPS } from './groups.ts'
import { listOperations } from './operations.ts'
import { conforms, printedReport } from './report.ts'
import type { CallResult } from './results.ts'
import { openServer } from './served.test-kit.ts'

const callsIn = (calls: readonly CallResult[], state: CallResult['state']) =>
  calls.filter((each) => each.state === state).map(({ call }) => call)

/**
 * Calls that a run can't try: there is no picture, and the other two are calls of test mode and of the payment
 * provider.
 */
const UNTRIED = ['planChanges.receivePaymentEvent', 'pictures.getPicture', 'requestCounters.testCounters']

describe('The contract that servers are compared with', () => {
  it('is in one group each, with every table', () => {
    const tables: readonly (keyof AllTables)[] = Object.values(GROUPS).flat()
    assert.deepEqual([...tables].sort(), Object.keys(allTables).sort())
  })

  it('has every call that the check of a part of the front end needs', () => {
    const known = new Set<string>(listOperations().map(({ call }) => call))
    for (const call of checkedCalls()) assert.ok(known.has(call), call)
  })
})

describe('Our own server', () => {
  let server: Awaited<ReturnType<typeof openServer>>
  before(async () => {
    server = await openServer()
  })
  after(() => server.close())

  it('conforms, and every part of the front end works with it', async () => {
    const report = await server.run()
    assert.deepEqual(callsIn(report.calls, 'differs'), [], printedReport(report))
    assert.deepEqual(callsIn(report.calls, 'missing'), [])
    assert.deepEqual(
      report.features.filter(({ state }) => state !== 'works'),
      [],
    )
    assert.deepEqual(callsIn(report.calls, 'untried'), UNTRIED)
    assert.ok(conforms(report))
  })

  it('conforms when the run may change data, and has the same data afterwards', async () => {
    await server.kit.reset()
    const { store } = server.kit
    const records = async () =>
      JSON.stringify([await store.groups.list({}), await store.roles.list({}), await store.webhooks.list({})])
    const before = await records()
    const report = await server.run({ changes: true })
    assert.ok(conforms(report), printedReport(report))
    assert.deepEqual(report.leftovers, [])
    assert.equal(await records(), before)
    const made = ['groups.createGroup', 'groups.addUsers', 'groups.deleteGroup', 'roles.addRole', 'roles.deleteRole']
    for (const call of made) assert.ok(callsIn(report.calls, 'conforms').includes(call), call)
  })

  it('gets no request with a token that could change something, unless the run may', async () => {
    await server.run()
    const changing = server.seen.filter(
      ({ request }) => request.headers.has('authorization') && !['GET', 'HEAD'].includes(request.method),
    )
    assert.deepEqual(
      changing.map(({ call }) => call),
      [],
    )
    assert.equal(
      server.seen.filter(({ call, request }) => call === 'login.login' && request.method === 'POST').length,
      1,
    )
  })
})
