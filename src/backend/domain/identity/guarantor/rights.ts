import { coversPermissions, holdsPermission } from '../../../../rules/permission.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord, RoleRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { WRITE_USERS_ROLES } from '../roles/administrators.ts'
import { areGroupRolesEnabled, permissionsOf, rolesOfTenant } from '../roles/grants.ts'
import { isAdministrative, rankOf } from '../roles/rank.ts'

/** Rights in an account: permission keys, and the highest rank of the roles. */
export interface Rights {
  keys: readonly string[]
  rank: number
  /** The rank for roles of the vendor's product, where a connection limits the other rank. @default `rank` */
  productRank?: number
}

export const NO_RIGHTS: Rights = { keys: [], rank: Number.POSITIVE_INFINITY }

/**
 * Returns whether someone with these administrative rights may do more than a guarantor, who then can't vouch for them.
 */
export const exceeds = ({ keys, rank }: Rights, guarantor: Rights): boolean =>
  keys.length > 0 && (rank < guarantor.rank || !coversPermissions(guarantor.keys, keys))

const keysByRole = async (store: Collections, roles: readonly RoleRecord[]) => {
  const keys = new Map((await permissionsOf(store, roles)).map(({ id, key }) => [id, key]))
  return (role: RoleRecord): string[] => idsOf(role.permissionIds).flatMap((id) => keys.get(id) ?? [])
}

/**
 * Returns the keys of default roles, which every user has. If default roles make users administrators, their keys don't
 * count, so that administrators stay administrators.
 */
export const keysOfEveryone = (roles: readonly RoleRecord[], keysOf: (role: RoleRecord) => string[]): string[] => {
  const keys = roles.filter(({ isDefault }) => isDefault).flatMap(keysOf)
  return holdsPermission(keys, WRITE_USERS_ROLES) ? [] : keys
}

const groupRoles = async (store: Collections, tenantId: string): Promise<ReadonlyMap<string, string[]>> => {
  const groups = await store.groups.list({ tenantId, roleIds: { not: '[]' } })
  const isGiving = groups.length > 0 && (await areGroupRolesEnabled(store, tenantId))
  return new Map(isGiving ? groups.map(({ id, roleIds }) => [id, idsOf(roleIds)]) : [])
}

export type Holder = Pick<MemberRecord, 'roleIds' | 'groupIds'>

export interface AccountRights {
  /** Returns all rights that a membership gives in the account. */
  all(member: Holder, user?: Pick<UserRecord, 'superUser'>): Rights
  /**
   * Returns only the administrative rights: those in the portal that not every user has. Their rank is that of the roles
   * that give some of them, because roles of the vendor's product make no one an administrator.
   */
  administrative(member: Holder, user?: Pick<UserRecord, 'superUser'>): Rights
  /** Returns the rank of the roles whose administrative rights don't exceed others; roles of the product have none. */
  rankWithin(member: Holder, limit: Rights): number
  /** Returns whether rights in the account include an administrative one. */
  administrates(rights: Rights): boolean
  /** Roles that make users administrators, and the groups that grant them. */
  roleIds: readonly string[]
  groupIds: readonly string[]
}

/** Reads the roles of an account once, to check any number of its members. */
export const accountRights = async (store: Collections, tenantId: string): Promise<AccountRights> => {
  const roles = new Map((await rolesOfTenant(store, tenantId)).map((role) => [role.id, role]))
  const keysOf = await keysByRole(store, [...roles.values()])
  const byGroup = await groupRoles(store, tenantId)
  const everyone = keysOfEveryone([...roles.values()], keysOf)
  const isBeyondEveryone = (key: string) => isAdministrative(key) && !coversPermissions(everyone, [key])
  const heldBy = ({ roleIds, groupIds }: Holder): RoleRecord[] => {
    const ids = [...idsOf(roleIds), ...idsOf(groupIds).flatMap((id) => byGroup.get(id) ?? [])]
    return [...new Set(ids)].flatMap((id) => roles.get(id) ?? [])
  }
  const all: AccountRights['all'] = (member, user) => {
    const held = heldBy(member)
    const keys = held.flatMap(keysOf)
    return user?.superUser ? { keys: [...keys, '*'], rank: Number.NEGATIVE_INFINITY } : { keys, rank: rankOf(held) }
  }
  const making = [...roles.values()].filter((role) => keysOf(role).some(isBeyondEveryone)).map(({ id }) => id)
  return {
    all,
    administrative: (member, user) => {
      const { keys, rank } = all(member, user)
      const administrating = heldBy(member).filter((role) => keysOf(role).some(isBeyondEveryone))
      return { keys: keys.filter(isBeyondEveryone), rank: user?.superUser ? rank : rankOf(administrating) }
    },
    rankWithin: (member, limit) => {
      const rightsOf = (role: RoleRecord) => ({ keys: keysOf(role).filter(isBeyondEveryone), rank: role.level })
      return rankOf(heldBy(member).filter((role) => !exceeds(rightsOf(role), limit)))
    },
    administrates: ({ keys }) => keys.some(isBeyondEveryone),
    roleIds: making,
    groupIds: [...byGroup].filter(([, ids]) => ids.some((id) => making.includes(id))).map(([id]) => id),
  }
}

/** Returns the users of the vendor's staff among these, who may do everything regardless of their roles. */
export const findSuperUsers = async (
  { users }: Pick<Collections, 'users'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await inChunks(ids, (part) => users.listFields({ id: { in: part }, superUser: true }, ['id']))
  return new Set(found.map(({ id }) => id))
}

/** A membership as it will be after an unsaved change; without roles, it ends. */
export interface Assumed extends Holder {
  tenantId: string
  userId: string
  isEnded: boolean
}

/** Returns whether an unsaved change is one of this member. */
export const isAbout = (assumed: Assumed | undefined, tenantId: string, userId: string): assumed is Assumed =>
  assumed?.tenantId === tenantId && assumed.userId === userId
