import assert from 'node:assert/strict'
import { it } from 'node:test'
import { aSessionRecord, aUserRecord } from '../../testing/records.ts'
import { DuplicateError, type Store } from './store.ts'

/** Tests of transactions, a part of the shared suite. */
export const describeTransactions = (storeOf: () => Store) => {
  it('rolls back everything when the work of a transaction fails', async () => {
    const store = storeOf()
    await store.users.insertMany([aUserRecord({ id: 'a' }), aUserRecord({ id: 'b' })])
    const failed = store.transaction(async (inside) => {
      await inside.users.insert(aUserRecord({ id: 'c' }))
      await inside.users.update({ id: 'a' }, { email: 'moved@acme.test' })
      await inside.users.delete({ id: 'b' })
      await inside.users.insert(aUserRecord({ id: 'again', email: 'a@acme.test' }))
      throw new Error('changed my mind')
    })
    await assert.rejects(failed, /changed my mind/)
    assert.deepEqual(
      (await store.users.list({})).map((user) => user.email),
      ['a@acme.test', 'b@acme.test'],
    )
    await assert.rejects(store.users.insert(aUserRecord({ id: 'c', email: 'b@acme.test' })), DuplicateError)
  })

  it('continues a transaction after a duplicate was refused', async () => {
    const store = storeOf()
    await store.users.insert(aUserRecord())
    const response = await store.transaction(async (inside) => {
      await assert.rejects(inside.users.insert(aUserRecord({ id: 'b', email: 'ada@acme.test' })), DuplicateError)
      await assert.rejects(inside.users.insertMany([aUserRecord({ id: 'c' }), aUserRecord()]), DuplicateError)
      await assert.rejects(inside.users.insertMany([aUserRecord()]), DuplicateError)
      await inside.users.insert(aUserRecord({ id: 'd' }))
      await assert.rejects(inside.users.update({ id: 'd' }, { email: 'ada@acme.test' }), DuplicateError)
      return (await inside.users.list({})).map((user) => user.id)
    })
    assert.deepEqual(response, ['ada', 'd'])
    assert.equal(await store.users.count({}), 2)
  })

  it('reads lists in parallel in a transaction, each after the writes that were requested before it', async () => {
    const store = storeOf()
    await store.users.insertMany([aUserRecord({ id: 'a' }), aUserRecord({ id: 'b' })])
    const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
    await store.transaction(async (inside) => {
      const many = Array.from({ length: 40 }, (_, at) => ({ id: at % 2 ? 'a' : 'b' }))
      const [some, none, , all, , left, ...each] = await Promise.all([
        inside.users.list({ id: 'b' }),
        inside.sessions.list({}),
        inside.users.insert(aUserRecord({ id: 'c' })),
        inside.users.list({}),
        inside.users.delete({ id: { in: ['a', 'b'] } }),
        inside.users.list({}),
        ...many.map((where) => inside.users.list(where)),
      ])
      assert.deepEqual([some, none, all, left].map(idsOf), [['b'], [], ['a', 'b', 'c'], ['c']])
      assert.deepEqual(
        each.map(idsOf),
        many.map(() => []),
      )
    })
  })

  it('keeps concurrent transactions apart', async () => {
    const store = storeOf()
    await store.sessions.insert(aSessionRecord())
    const raise = () =>
      store.transaction(async (inside) => {
        const changed = await inside.sessions.update({ id: 'session', generation: 0 }, { generation: 1 })
        if (changed) await inside.users.insert(aUserRecord({ id: 'winner' }))
        return changed
      })
    const results = await Promise.all(Array.from({ length: 20 }, raise))
    assert.equal(
      results.reduce((sum, count) => sum + count),
      1,
    )
    assert.equal(await store.users.count({}), 1)
  })

  it('counts each of many tries at the same moment once, and begins again when the window has ended', async () => {
    const store = storeOf()
    const count = (now: number) => store.countAttempt({ id: 'ada\u0000', now, windowEndsAt: now + 10 })
    const counted = await Promise.all(Array.from({ length: 20 }, () => count(1_767_225_600_000)))
    const numbers = counted.map((row) => row.count).sort((one, other) => one - other)
    assert.deepEqual(
      numbers,
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    assert.deepEqual(await count(1_767_225_600_009), { id: 'ada', count: 21, windowEndsAt: 1_767_225_600_010 })
    assert.deepEqual(await count(1_767_225_600_010), { id: 'ada', count: 1, windowEndsAt: 1_767_225_600_020 })
    assert.deepEqual(await store.attempts.list({}), [{ id: 'ada', count: 1, windowEndsAt: 1_767_225_600_020 }])
  })

  it('ends a window as early as a new one when the clock was set back', async () => {
    const store = storeOf()
    const count = (now: number) => store.countAttempt({ id: 'eve', now, windowEndsAt: now + 10 })
    const began = 1_767_225_600_000
    await count(began)
    const back = began - 3_600_000
    assert.deepEqual(await count(back), { id: 'eve', count: 2, windowEndsAt: back + 10 })
    assert.deepEqual(await count(back + 9), { id: 'eve', count: 3, windowEndsAt: back + 10 })
    assert.deepEqual(await count(back + 10), { id: 'eve', count: 1, windowEndsAt: back + 20 })
  })

  it('refuses collections of a transaction that has ended', async () => {
    const store = storeOf()
    const leaked = await store.transaction(async (inside) => inside)
    await assert.rejects(async () => leaked.users.count({}))
  })
}
