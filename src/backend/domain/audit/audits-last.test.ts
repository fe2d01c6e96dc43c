import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aDraft } from '../../../testing/records.ts'
import { createMemoryStore } from '../../store/memory.ts'
import type { Store } from '../../store/store.ts'
import { appendAudits } from './audit.ts'
import { chainLeftRows, withAuditsLast } from './audits-last.ts'

const seqsOf = async (store: Store) =>
  (await store.audits.list({ tenantId: 'acme' })).map(({ seq }) => seq).sort((left, right) => left - right)

/** Acts like a process that is killed right after its transaction: nothing runs afterwards. */
const killedAfterCommit = (store: Store): Store => {
  let isKilled = false
  return {
    ...store,
    transaction: async (work) => {
      if (isKilled) throw new Error('killed')
      isKilled = true
      return store.transaction(work)
    },
  }
}

describe('Audit rows of a transaction', () => {
  it('are in the chain when the transaction has ended, in their order', async () => {
    const store = withAuditsLast(createMemoryStore())
    await store.transaction(async (inside) => {
      await appendAudits(inside, 'acme', [aDraft({ id: 'first' })])
      await appendAudits(inside, 'acme', [aDraft({ id: 'second' })])
    })
    assert.deepEqual(await seqsOf(store), [1, 2])
    assert.equal((await store.audits.get('second'))?.seq, 2)
  })

  it('end with a transaction that fails', async () => {
    const store = withAuditsLast(createMemoryStore())
    const failing = store.transaction(async (inside) => {
      await appendAudits(inside, 'acme', [aDraft({ id: 'lost' })])
      throw new Error('stop')
    })
    await assert.rejects(failing, /stop/)
    assert.deepEqual(await seqsOf(store), [])
  })

  it('are chained by the next process when one was killed after its change', async () => {
    const store = createMemoryStore()
    const killed = withAuditsLast(killedAfterCommit(store))
    await killed.transaction((inside) => appendAudits(inside, 'acme', [aDraft({ id: 'left', createdAt: 10 })]))
    assert.ok((await seqsOf(store)).every((seq) => seq < 0))
    assert.equal(await chainLeftRows(store, 10), 0)
    assert.equal(await chainLeftRows(store, 11), 1)
    assert.deepEqual(await seqsOf(store), [1])
    assert.equal(await chainLeftRows(store), 0)
  })

  it('get one position each if two processes chain them at once', async () => {
    const store = createMemoryStore()
    const killed = withAuditsLast(killedAfterCommit(store))
    await killed.transaction((inside) => appendAudits(inside, 'acme', [aDraft({ id: 'left' })]))
    await Promise.all([chainLeftRows(store), chainLeftRows(store)])
    assert.deepEqual(await seqsOf(store), [1])
  })
})
