import { after, before, describe } from 'node:test'
import { createMemoryStore } from '../store/memory.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import { describeScimIsolation } from '../suites/scim-isolation.suite.ts'

describe('A directory', () => {
  let kit: Kit
  before(async () => {
    kit = await openKit(async () => createMemoryStore())
  })
  after(() => kit.close())
  describeScimIsolation(() => kit)
})
