import { openPgliteStore } from '../../backend/adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../../backend/adapters/postgres/postgres-store.ts'
import { readVendorFile } from '../../backend/adapters/vendor-file.ts'
import { applyVendorSettings } from '../../backend/domain/vendor-settings/apply.ts'
import type { Collection, Collections, Store } from '../../backend/store/store.ts'
import { portsFor } from './settings-pairs.test-kit.ts'

// Applies a file and kills its own process before the given write, or at its end.
const [, , target = '', text = '', env = '{}', deadlyWrite = ''] = process.argv
let left = Number(deadlyWrite)

const beforeWrite = (): void => {
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  left -= 1
}

const deadly = <Row extends { id: string }>(rows: Collection<Row>): Collection<Row> => ({
  ...rows,
  insert: (row) => {
    beforeWrite()
    return rows.insert(row)
  },
  update: (where, patch) => {
    beforeWrite()
    return rows.update(where, patch)
  },
  delete: (where) => {
    beforeWrite()
    return rows.delete(where)
  },
})

const store = target.startsWith('postgres') ? await openPostgresStore(target) : await openPgliteStore(target)
const watched: Store = {
  ...store,
  transaction: async (work) => {
    const result = await store.transaction((inside) => {
      const within: Collections = { ...inside, policies: deadly(inside.policies) }
      return work(within)
    })
    beforeWrite()
    return result
  },
}
await applyVendorSettings(portsFor(watched), readVendorFile('random', text, JSON.parse(env)))
process.kill(process.pid, 'SIGKILL')
