import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readStores } from '../testing/chosen-stores.ts'

describe('the stores that TEST_STORES chooses', () => {
  it('are all of them when it is not set, else those it names', () => {
    assert.deepEqual(readStores(undefined), ['memory', 'pglite', 'postgres'])
    assert.deepEqual(readStores('memory, postgres'), ['memory', 'postgres'])
  })

  for (const text of ['all', 'memory,postgre', ''])
    it(`are an error, not none, when it is '${text}'`, () => {
      assert.throws(() => readStores(text), /TEST_STORES: there is no store '.*'; choose from memory, pglite, postgres/)
    })
})
