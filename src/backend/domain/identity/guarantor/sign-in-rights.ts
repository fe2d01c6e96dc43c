import type { SsoConnectionRecord, UserRecord } from '../../../store/records.ts'
import { guarantorOf, type Reading } from './guarantor.ts'
import { type Assumed, accountRights, exceeds, type Holder, NO_RIGHTS } from './rights.ts'

type Vouched = Pick<SsoConnectionRecord, 'id' | 'tenantId' | 'guarantorId'>

type RightsCheck = (member: Holder, user?: Pick<UserRecord, 'superUser'>) => boolean

/** Decides whether a connection may sign in a user with these rights in its account. */
export type Vouching = (connection: Pick<Vouched, 'id'>) => RightsCheck

/**
 * Reads the rights of several connections' guarantors once, to check any number of users. A connection's identity
 * provider can sign in as any of its users, so it may not sign in an administrator who may do more than its guarantor.
 */
export const vouchingOf = async (
  reading: Reading,
  connections: readonly Vouched[],
  assumed?: Assumed,
): Promise<Vouching> => {
  const byConnection = new Map<string, RightsCheck>()
  for (const { id, tenantId, guarantorId } of connections) {
    const rights = await accountRights(reading.store, tenantId)
    const guarantor = (await guarantorOf(reading, tenantId, guarantorId, assumed)) ?? NO_RIGHTS
    byConnection.set(id, (member, user) => !exceeds(rights.administrative(member, user), guarantor))
  }
  return ({ id }) => byConnection.get(id) ?? (() => false)
}

/** Roles of a user without a membership, whose only rights may be those of the vendor's staff. */
export const NO_ROLES: Holder = { roleIds: '[]', groupIds: null }
