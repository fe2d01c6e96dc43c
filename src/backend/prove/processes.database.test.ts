import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultsOf, proveProcesses } from './processes.test-kit.ts'

describe('Three backend processes on one PostgreSQL', () => {
  it('are one backend to users, who stay signed in when a process is killed', async () => {
    const figures = await proveProcesses({ browsers: 8, rounds: 4, codes: 2, kills: 1 })
    assert.equal(faultsOf(figures), 0, JSON.stringify(figures))
  })
})
