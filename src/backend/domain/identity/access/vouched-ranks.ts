import type { Grants, VouchedRanks } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { RoleRecord } from '../../../store/records.ts'
import { guarantorOf } from '../guarantor/guarantor.ts'
import { accountRights, NO_RIGHTS } from '../guarantor/rights.ts'
import { permissionsOf } from '../roles/grants.ts'
import { rankOf } from '../roles/rank.ts'

// A caller for whom only the provider of a connection vouches loads this module (`vouched-rights.ts`); no other does.

export interface Vouched {
  tenantId: string
  connectionId: string
  /** What the caller may do. */
  grants: Grants
  /** All roles of the caller, including those that the connection withholds. @default those of `grants` */
  ownRoles?: readonly RoleRecord[] | undefined
}

const NO_GROUPS = { groupIds: null }

/**
 * Returns the ranks of a caller for whom only the provider of a connection vouches. Sign-ins don't judge roles of the
 * vendor's product. So such a role decides only over other roles of the product; over roles that make users
 * administrators, it ranks no higher than the guarantor. The provider could otherwise act with its rank.
 */
export const ranksByConnection = async (
  ports: Ports,
  { tenantId, connectionId, grants, ownRoles = grants.roles }: Vouched,
): Promise<VouchedRanks> => {
  const { store } = ports
  const connection = await store.ssoConnections.get(connectionId)
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
