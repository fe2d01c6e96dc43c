import type { AuditEntry } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import { forbidden, Refusal } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { DirectoryConnectionRecord, MemberRecord } from '../../../store/records.ts'
import { audit } from '../../audit/audit.ts'
import type { DirectoryAuth } from '../../identity/access/directory-owner.ts'
import { accountRights, exceeds, findSuperUsers, NO_RIGHTS } from '../../identity/guarantor/rights.ts'
import { actsAsStaff, administrativeRank, assertOutranksMembers } from '../../identity/roles/rank.ts'
import { noteFailure } from '../../sso/setup/failures.ts'

/** The fields of members that reports about them need. */
export const WATCHED_FIELDS = [
  'id',
  'tenantId',
  'userId',
  'email',
  'disabledAt',
  'temporaryUntil',
  'subAccountAccess',
] as const

export type WatchedMember = Pick<MemberRecord, (typeof WATCHED_FIELDS)[number]>

/**
 * Notes what members vouch for before a change. After the request, administrators get an email about what stopped. The
 * reports know the directories, so they pass this in.
 */
export type WatchStopped = (ports: Ports, tenantId: string, members: readonly WatchedMember[]) => Promise<void>

/** A request of a directory, with the rights of the administrator behind its token. */
export interface DirectoryCall {
  ports: Ports
  caller: Caller
  connection: DirectoryConnectionRecord
  auth: DirectoryAuth
  watchStopped?: WatchStopped | undefined
}

/** Watches members whom the directory removes, or whose roles it takes. */
export const watchStopped = async (
  { ports, connection, watchStopped: watch }: DirectoryCall,
  members: readonly WatchedMember[],
): Promise<void> => {
  if (members.length > 0) await watch?.(ports, connection.tenantId, members)
}

/** Returns the directory as the user of audit entries. */
export const actorOf = ({ id, name }: DirectoryConnectionRecord) => ({ id, email: `scim:${name}` })

/** Writes an audit entry about a change that a directory requested. */
export const auditDirectory = (
  { ports, caller, connection }: DirectoryCall,
  entry: Pick<AuditEntry, 'inside' | 'action' | 'description' | 'detail'>,
): Promise<void> =>
  audit(ports, caller, {
    ...entry,
    tenantId: connection.tenantId,
    user: actorOf(connection),
    resource: 'Provisioning',
    severity: 'Medium',
    detail: { connectionId: connection.id, ...entry.detail },
  })

const PROTECTED = 'This user has a role that the administrator of this connection can’t change'

/**
 * Requires that the directory may change these members. It may not change administrators with more permissions than the
 * connection's guarantor has today, or members with a higher rank. Without a guarantor it may not change any
 * administrators, while it manages other users as before.
 */
export const assertMayTouch = async (
  { ports, auth }: DirectoryCall,
  members: readonly MemberRecord[],
): Promise<void> => {
  if (members.length === 0) return
  const { administrative } = await accountRights(ports.store, auth.tenantId)
  const guarantor = auth.hasOwner
    ? { keys: (await auth.grants()).keys, rank: await administrativeRank(auth) }
    : NO_RIGHTS
  if (members.some((member) => exceeds(administrative(member), guarantor))) throw forbidden(PROTECTED)
  if (!auth.hasOwner) return
  await assertOutranksMembers(ports.store, auth, members)
  if (await actsAsStaff(auth)) return
  // Users who have yet to accept an invitation can't be changed anyway, and the refusal must not show that they exist.
  const ids = members.filter(({ activated }) => activated).map(({ userId }) => userId)
  if ((await findSuperUsers(ports.store, ids)).size > 0) throw forbidden(PROTECTED)
}

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE']
/** Statuses of refusals that last until someone changes a setting, here or in the directory. */
const LASTING = [400, 403, 409]

/**
 * Records a refused change and throws its error. Directories repeat a refused change and show the reason only in their
 * own logs, so the connection stores each reason once for the administrator, with the time of the last refusal.
 */
export const noteRefusal = async (call: DirectoryCall, method: string, error: unknown): Promise<never> => {
  const isNoted = error instanceof Refusal && CHANGES.includes(method) && LASTING.includes(error.status)
  if (!isNoted) throw error
  const reason = error.errors.join(' ')
  if (await noteFailure(call.ports, call.connection, reason)) {
    await auditDirectory(call, {
      action: 'Change of the directory refused',
      description: `A change of the directory was refused: ${reason}`,
      detail: { method, status: error.status, reason },
    })
  }
  throw error
}
