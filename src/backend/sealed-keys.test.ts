import { describeSealedKeys } from './sealed-keys.test-kit.ts'
import { createMemoryStore } from './store/memory.ts'

const store = createMemoryStore()

describeSealedKeys(
  'in memory',
  async () => store,
  async () => createMemoryStore(),
)
