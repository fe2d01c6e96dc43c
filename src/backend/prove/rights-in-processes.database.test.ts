import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proveRights } from './rights-in-processes.test-kit.ts'

describe('Rights in two processes on one PostgreSQL', () => {
  it('are those of every change of roles, groups, permissions, policies, suspensions and plans', async (test) => {
    const figures = await proveRights({ changes: 60, seed: 70 })
    test.diagnostic(JSON.stringify(figures))
    assert.equal(figures.changes, 60)
    assert.equal(Object.keys(figures.states).length, 4, JSON.stringify(figures))
    assert.equal(figures.stale, 0, JSON.stringify(figures))
  })
})
