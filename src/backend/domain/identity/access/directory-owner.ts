import type { Auth } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { ApiTokenRecord, DirectoryConnectionRecord } from '../../../store/records.ts'
import { grantsOf } from '../roles/grants.ts'
import { memberOfSession } from '../sessions/live-session.ts'
import { noSession, standIn } from './machine.ts'

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
  const { ownerId, tenantId } = connection
  const token = asToken(connection)
  const owner = await ports.store.users.get(ownerId)
  const place = owner && (await memberOfSession(ports, { userId: ownerId, actorId: null, tenantId }, tenantId))
  const { user, member } = owner && place ? { user: owner, member: place } : standIn(token)
  let grants: ReturnType<Auth['grants']> | undefined
  return {
    user,
    member,
    session: noSession(token),
    tenantId,
    claims: {},
    hasOwner: place !== undefined,
    grants: () => {
      grants ??= grantsOf(ports.store, member, user)
      return grants
    },
  }
}
