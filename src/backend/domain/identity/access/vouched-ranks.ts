import type { Grants, SessionPlace, VouchedRanks } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { RoleRecord, SsoConnectionRecord } from '../../../store/records.ts'
import { guarantorOf } from '../guarantor/guarantor.ts'
import { accountRights, NO_RIGHTS } from '../guarantor/rights.ts'
import { permissionsOf } from '../roles/grants.ts'
import { rankOf } from '../roles/rank.ts'

// A caller for whom only the provider of a connection vouches loads this module (`vouched-rights.ts`); no other does.

export interface Vouched {
  tenantId: string
  connectionId: string
  /** Rights that the caller has now, within the limit of the connection. */
  grants: Grants
  /**
   * All roles of a directory's owner. It offboards users with them even while the connection withholds some.
   *
   * @default those of `grants`
   */
  ownRoles?: readonly RoleRecord[]
}

const NO_GROUPS = { groupIds: null }

/**
 * Returns the ranks of a caller for whom only the provider of a connection vouches. Sign-ins don't judge roles of the
 * vendor's product. So such a role decides only over other roles of the product; over roles that make users
 * administrators, it ranks no higher than the guarantor. The provider could otherwise act with its rank.
 */
const ranksUnder = async (
  ports: Ports,
  connection: SsoConnectionRecord | undefined,
  { tenantId, grants, ownRoles = grants.roles }: Omit<Vouched, 'connectionId'>,
): Promise<VouchedRanks> => {
  const { store } = ports
  const guarantor = (connection && (await guarantorOf(ports, connection.tenantId, connection.guarantorId))) ?? NO_RIGHTS
  const roleIds = JSON.stringify(grants.roles.map(({ id }) => id))
  const { rank } = (await accountRights(store, tenantId)).administrative({ roleIds, ...NO_GROUPS })
  return {
    own: rankOf(ownRoles),
    administrative: Math.max(rankOf(grants.roles), Math.min(rank, guarantor.rank)),
    async administrativeAmong(roles, accountId) {
      const { administrates } = await accountRights(store, accountId)
      const keys = new Map((await permissionsOf(store, roles)).map(({ id, key }) => [id, key]))
      const keysOf = (permissionIds: string) => idsOf(permissionIds).flatMap((id) => keys.get(id) ?? [])
      return new Set(roles.filter(({ permissionIds }) => administrates({ ...NO_RIGHTS, keys: keysOf(permissionIds) })))
    },
  }
}

/** Returns the ranks of a token or directory that names a connection. */
export const ranksByConnection = async (ports: Ports, { connectionId, ...vouched }: Vouched): Promise<VouchedRanks> =>
  ranksUnder(ports, await ports.store.ssoConnections.get(connectionId), vouched)

/**
 * Returns the ranks of a user in a session. An impersonator can prove nothing as that user, and acts with the ranks of
 * the user in accounts that may be unrelated to that of the connection.
 */
export const ranksOfSession = async (
  ports: Ports,
  { user, session: { actorId }, member: { tenantId } }: SessionPlace,
  { connectionId, grants, full = grants }: { connectionId: string; grants: Grants; full?: Grants | undefined },
): Promise<VouchedRanks | undefined> => {
  const connection = await ports.store.ssoConnections.get(connectionId)
  const isImpersonated = actorId !== null
  if (isImpersonated && connection && connection.tenantId !== tenantId) return undefined
  const ranks = await ranksUnder(ports, connection, { tenantId, grants })
  if (isImpersonated) return ranks
  const proven = user.superUser ? Number.NEGATIVE_INFINITY : rankOf(full.roles)
  return {
    ...ranks,
    withheld: async (rank) =>
      rank < proven ? undefined : (await import('../guarantor/provider-refusals.ts')).rankWithheld(),
  }
}
