import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { session } from '../../contract/session.ts'
import { createMemoryStore } from '../store/memory.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import { report } from './report.test-kit.ts'

const TOLERATED_MS = 30_000
const REFUSED_MS = 60_000

describe('Clocks that differ', () => {
  let kit: Kit
  before(async () => {
    kit = await openKit(async () => createMemoryStore())
    await kit.reset()
  })
  after(() => kit.close())

  it('accepts a token that expired up to 30 s ago by this process’s clock, and refuses one that expired 60 s ago', async () => {
    const { token } = await kit.signIn('ada@acme.test')
    const end = Number(decodeJwt(token).exp) * 1_000
    const statusAt = async (now: number) => {
      kit.time.now = now
      return (await kit.call('GET', session.getMe.path, { token })).status
    }
    const found = [
      await statusAt(end + TOLERATED_MS - 1),
      await statusAt(end + TOLERATED_MS),
      await statusAt(end + REFUSED_MS),
    ]
    assert.deepEqual(found, [200, 401, 401])
    report({
      row: 7,
      wanted: 'server accepts 30 s tolerance, refuses 60 s',
      reached: `a token over for just under 30 s: ${found[0]}, for 30 s: ${found[1]}, for 60 s: ${found[2]}`,
      ok: true,
    })
  })
})
