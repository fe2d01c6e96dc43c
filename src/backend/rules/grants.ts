import type { Ports } from '../ports.ts'
import type { MemberRecord, PermissionRecord, RoleRecord, UserRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

export interface Grants {
  roles: RoleRecord[]
  permissions: PermissionRecord[]
  /** Keys, wildcards as stored. */
  keys: string[]
}

/** A list of ids as the records keep it; anything odd counts as empty. */
export const idsOf = (json: string): string[] => {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The roles that a tenant knows: its own and the vendor's. */
export const rolesOfTenant = async (store: Collections, tenantId: string): Promise<RoleRecord[]> =>
  store.roles.list({ tenantId: { in: [tenantId, null] } })

export const permissionsOf = async (store: Collections, roles: readonly RoleRecord[]): Promise<PermissionRecord[]> => {
  const ids = [...new Set(roles.flatMap((role) => idsOf(role.permissionIds)))]
  return ids.length ? store.permissions.list({ id: { in: ids } }) : []
}

/** What a member may do in her tenant, read now: a role taken away counts from the next call on. */
export const grantsOf = async (store: Ports['store'], member: MemberRecord, user: UserRecord): Promise<Grants> => {
  const ids = idsOf(member.roleIds)
  const roles = ids.length ? await store.roles.list({ id: { in: ids }, tenantId: { in: [member.tenantId, null] } }) : []
  const permissions = await permissionsOf(store, roles)
  const keys = permissions.map(({ key }) => key)
  return { roles, permissions, keys: user.superUser ? [...keys, '*'] : keys }
}
