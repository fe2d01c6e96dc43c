import type { AuthRequest, SignedRequest } from '../../../call/auth.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { lockTenant } from '../../identity/roles/administrators.ts'
import { assertOtherWayIn, isEnforced } from './enforcement.ts'
import { saveSetup } from './setups.ts'

type Owner = Pick<SsoConnectionRecord, 'id' | 'tenantId'>

const forgetProofs = async (
  { ports }: Pick<SignedRequest, 'ports'>,
  store: Collections,
  { id, tenantId }: Owner,
): Promise<void> => {
  // A sign-in before this time doesn't prove the new settings either.
  await store.ssoConnections.update({ id, tenantId }, { updatedAt: ports.clock.now() })
  await saveSetup({ ...ports, store }, { id, tenantId }, { test: '' })
}

/**
 * Saves a change that determines whether the responses of these connections are accepted. No test or sign-in has proven
 * the new settings yet, so if one of the connections is required, an administrator must have another way in.
 *
 * @throws Refusal 409 when the change could lock out every administrator
 */
export const saveUntested = async <Result>(
  call: AuthRequest,
  connections: readonly Owner[],
  work: (store: Collections) => Promise<Result>,
): Promise<Result> => {
  const { ports, auth } = call
  for (const connection of connections) {
    // The setup is created before the transaction, because the whole transaction would fail if another request inserted
    // it first.
    if (!(await ports.store.ssoSetups.get(connection.id))) await saveSetup(ports, connection, {})
  }
  return ports.store.transaction(async (store) => {
    await lockTenant(store, auth.tenantId, ports.clock.now())
    const result = await work(store)
    for (const connection of connections) await forgetProofs(call, store, connection)
    const enforced = await Promise.all(connections.map((connection) => isEnforced(store, connection)))
    if (enforced.includes(true)) await assertOtherWayIn({ ...ports, store }, auth.tenantId)
    return result
  })
}
