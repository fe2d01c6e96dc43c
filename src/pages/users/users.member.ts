import type { MemberChange } from '../../contract/security.ts'
import { MEMBER_FACTORS, type Member, type MemberFactor } from '../../contract/users.ts'
import type { Role, TeamRole } from '../../entities/team.ts'
import { type MemberStatus, memberStatus } from '../../rules/member-status.ts'

/** Returns whether a company directory manages the user's name and membership. */
export const isFromDirectory = ({ managedBy }: Pick<Member, 'managedBy'>): boolean => managedBy === 'scim2'

export const DAY_SECONDS = 86_400

export const roleIdsOf = (member: Member): string[] => member.roles?.map((role) => role.id) ?? []

export const ROLE_CHANGES = ['add', 'remove', 'replace'] as const

/** One change of the roles of several users. */
export interface RoleChange {
  mode: (typeof ROLE_CHANGES)[number]
  roleIds: readonly string[]
}

/** Returns the roles of a user after a change. */
export const rolesAfter = (member: Member, { mode, roleIds }: RoleChange): string[] => {
  const own = roleIdsOf(member)
  if (mode === 'replace') return [...roleIds]
  if (mode === 'remove') return own.filter((id) => !roleIds.includes(id))
  return [...own, ...roleIds.filter((id) => !own.includes(id))]
}

/**
 * Returns the roles to show in a row after a change. Only id, key and name are filled in; the next load returns
 * complete roles.
 */
export const rolesFrom = (offered: readonly TeamRole[], ids: readonly string[], old: readonly Role[] = []): Role[] =>
  ids.flatMap((id) => {
    const known = old.find((role) => role.id === id)
    const role = offered.find((one) => one.id === id)
    if (known || !role) return known ?? []
    return { isDefault: false, permissions: [], vendorId: '', createdAt: '', updatedAt: '', ...role }
  })

export const isSameRoles = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Returns whether the user belongs to a sub-account of the viewer's account. */
export const isBelow = ({ tenantId }: Pick<Member, 'tenantId'>, viewer: { tenantId: string } | undefined): boolean =>
  Boolean(viewer && tenantId && tenantId !== viewer.tenantId)

/** Returns the second factor to show in a row. An older backend only reports whether there is one, a newer one others. */
export const factorOf = ({ secondFactor, mfaEnrolled }: Member): MemberFactor | 'enrolled' =>
  MEMBER_FACTORS.find((factor) => factor === secondFactor) ?? (mfaEnrolled ? 'enrolled' : 'none')

export const statusOf = (member: Member): MemberStatus => memberStatus(member)

/** Returns which email can be sent again; `undefined` for users who have joined or are deactivated. */
export const resendKind = (member: Member): 'invitation' | 'activation' | undefined => {
  if (member.deactivated) return undefined
  if (member.activatedForTenant === false) return 'invitation'
  return member.verified === false ? 'activation' : undefined
}

/** Returns the number of other accounts that a user keeps after leaving this one. */
export const otherTenants = (member: Member, tenantId: string): number =>
  (member.tenantIds ?? []).filter((id) => id !== tenantId).length

/** Returns ids as the server expects several of them; the page's state identifies their users in the same way. */
export const idsOfUsers = (members: readonly Member[]): string => members.map(({ id }) => id).join()

/** Returns the change of a membership, in a sub-account or the active account; without roles it ends. */
export const memberChange = (
  member: Member,
  { viewer }: { viewer?: { tenantId: string } | undefined },
  roleIds?: readonly string[],
): MemberChange => ({
  userId: member.id,
  ...(isBelow(member, viewer) && { tenantId: member.tenantId }),
  ...(roleIds && { roleIds: [...roleIds] }),
})
