import { provisioning } from '../../contract/provisioning.ts'
import { aDirectoryConnectionRecord } from '../../testing/records.ts'
import type { Store } from '../store/store.ts'
import type { Grant } from './grant.test-kit.ts'

type Arrange = NonNullable<Grant['arrange']>

/** Grants by directories, which give the default roles to the users they send. */
export const directoryGrants = (makeDefault: Arrange): readonly Grant[] => [
  {
    operation: 'provisioning.createConnection',
    endpoint: provisioning.createConnection,
    arrange: makeDefault,
    body: () => ({ source: 'okta' }),
  },
  {
    operation: 'provisioning.updateConnection',
    endpoint: provisioning.updateConnection,
    path: { id: 'directory' },
    arrange: async (store: Store, role: string) => {
      await makeDefault(store, role)
      await store.directoryConnections.insert(aDirectoryConnectionRecord({ syncToUserManagement: false }))
    },
    body: () => ({ syncToUserManagement: true }),
  },
]
