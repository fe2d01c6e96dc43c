import type { Ports } from '../../../ports.ts'
import type { SsoConnectionRecord, SsoSetupRecord } from '../../../store/records.ts'
import { type Collections, unlessDuplicate } from '../../../store/store.ts'

type SetupPorts = Pick<Ports, 'clock' | 'random'> & { store: Collections }
type Owner = Pick<SsoConnectionRecord, 'id' | 'tenantId'>
type SetupChanges = Partial<Omit<SsoSetupRecord, 'id' | 'tenantId' | 'createdAt' | 'updatedAt'>>

export const EMPTY_SETUP = {
  name: '',
  metadataUrl: '',
  enabledAt: null,
  lastSignInAt: null,
  enforced: false,
  exemptUserIds: '[]',
  updatesRoles: false,
  test: '',
  metadataWarnings: '[]',
} as const satisfies Required<SetupChanges>

/** Saves a setup, or creates it for a connection that is older than setups. */
export const saveSetup = async (ports: SetupPorts, { id, tenantId }: Owner, changes: SetupChanges): Promise<void> => {
  const now = ports.clock.now()
  const patch = { ...changes, updatedAt: now }
  if ((await ports.store.ssoSetups.update({ id }, patch)) > 0) return
  const row = { id, tenantId, ...EMPTY_SETUP, createdAt: now, ...patch }
  if (!(await unlessDuplicate(ports.store.ssoSetups.insert(row)))) await ports.store.ssoSetups.update({ id }, patch)
}

export const rememberSignIn = (ports: SetupPorts, connection: Owner): Promise<void> =>
  saveSetup(ports, connection, { lastSignInAt: ports.clock.now() })
