import type { SsoConnectionRecord, UserRecord } from '../../../store/records.ts'
import { type Assumed, guarantorOf, type Reading } from './guarantor.ts'
import { accountRights, exceeds, type Holder, NO_RIGHTS } from './rights.ts'

type Vouched = Pick<SsoConnectionRecord, 'id' | 'tenantId' | 'guarantorId'>

type Judged = (member: Holder, user?: Pick<UserRecord, 'superUser'>) => boolean

/** Whether a connection may sign in a user who holds this in its account. */
export type Vouching = (connection: Pick<Vouched, 'id'>) => Judged

/**
 * Reads once what the guarantors of some connections hold, to judge any number of users. The identity provider of a
 * connection can sign in as any of its users, so it signs in no administrator who may do more than its guarantor.
 */
export const vouchingOf = async (
  reading: Reading,
  connections: readonly Vouched[],
  assumed?: Assumed,
): Promise<Vouching> => {
  const byConnection = new Map<string, Judged>()
  for (const { id, tenantId, guarantorId } of connections) {
    const rights = await accountRights(reading.store, tenantId)
    const guarantor = (await guarantorOf(reading, tenantId, guarantorId, assumed)) ?? NO_RIGHTS
    byConnection.set(id, (member, user) => !exceeds(rights.administrative(member, user), guarantor))
  }
  return ({ id }) => byConnection.get(id) ?? (() => false)
}

/** What a user without a membership holds: something only as one of the vendor's staff. */
export const NO_ROLES: Holder = { roleIds: '[]', groupIds: null }
