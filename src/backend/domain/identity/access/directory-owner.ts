import { lazy } from '../../../../kernel/lazy.ts'
import type { Auth, Grants } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { ApiTokenRecord, DirectoryConnectionRecord } from '../../../store/records.ts'
import { BY_CONNECTION, namedBy } from '../guarantor/guarantor.ts'
import { withinGuarantor } from '../guarantor/within-guarantor.ts'
import { grantsOf } from '../roles/grants.ts'
import { memberOfSession } from '../sessions/live-session.ts'
import { ranksOfVoucher } from './authenticate.ts'
import { noSession, standIn } from './machine.ts'
import { limitOfToken } from './provider-credentials.ts'

/** Builds the API token row that replaces the user and session, which a directory doesn't have. It is never stored. */
const asToken = ({ id, tenantId, name, ownerId, createdAt }: DirectoryConnectionRecord): ApiTokenRecord => ({
  id,
  tenantId,
  userId: null,
  kind: 'AccessToken',
  secretHash: '',
  description: name,
  roleIds: '[]',
  createdByUserId: ownerId,
  guarantorId: ownerId,
  createdAt,
  expiresAt: null,
  lastUsedAt: null,
  lastIpAddress: null,
})

export interface DirectoryAuth extends Auth {
  /** Whether the administrator behind the token is still a member. */
  hasOwner: boolean
}

/**
 * Returns the caller a directory acts as, with the current rights of the administrator who created its token. After
 * that administrator has left, it still adds, renames and removes ordinary members, but grants nothing.
 */
export const directoryAuth = async (ports: Ports, connection: DirectoryConnectionRecord): Promise<DirectoryAuth> => {
  const { tenantId } = connection
  const { userId, connectionId } = namedBy(connection.ownerId)
  const token = asToken(connection)
  const owner = await ports.store.users.get(userId)
  const place = owner && (await memberOfSession(ports, { userId, actorId: null, tenantId }, tenantId))
  const { user, member } = owner && place ? { user: owner, member: place } : standIn(token)
  const granted = lazy(async (): Promise<{ own: Grants; grants: Grants; isLimited: boolean }> => {
    const own = await grantsOf(ports.store, member, user)
    const voucher = { guarantorId: connectionId === undefined ? null : BY_CONNECTION + connectionId, tenantId }
    const guarantor = place && (await limitOfToken(ports, voucher, userId))
    if (!guarantor) return { own, grants: own, isLimited: false }
    return { own, grants: await withinGuarantor(ports, own, { tenantId, guarantor }), isLimited: true }
  })
  return {
    user,
    member,
    session: noSession(token),
    tenantId,
    claims: {},
    hasOwner: place !== undefined,
    isLimited: async () => (await granted()).isLimited,
    vouchedRanks: lazy(() =>
      ranksOfVoucher(ports, connection.ownerId, async () => {
        const { own, grants } = await granted()
        return { tenantId, grants, ownRoles: own.roles }
      }),
    ),
    grants: async () => (await granted()).grants,
  }
}
