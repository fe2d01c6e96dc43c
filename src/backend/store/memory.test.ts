import { createMemoryStore } from './memory.ts'
import { describeStore } from './store.suite.ts'

describeStore('memory', async () => createMemoryStore())
