import type { Member, MemberFactor } from '../../contract/additions/members.ts'
import type { Role, TeamRole } from '../../entities/team.ts'
import type { Translate } from '../../i18n/messages.ts'
import { type MemberStatus, memberStatus } from '../../rules/member-status.ts'
import type { UsersTexts } from './users.messages.ts'

/** A company directory decides about their name and membership. */
export const isFromDirectory = ({ managedBy }: Pick<Member, 'managedBy'>): boolean => managedBy === 'scim2'

export const managedHint = ({ directory }: Pick<Member, 'directory'>, t: Translate<UsersTexts>): string =>
  directory ? t('managedByHint', { name: directory }) : t('managedByDirectoryHint')

export const DAY_SECONDS = 86_400

export const roleIdsOf = (member: Member): string[] => member.roles?.map((role) => role.id) ?? []

export const ROLE_CHANGES = ['add', 'remove', 'replace'] as const

/** One change of the roles of several users. */
export interface RoleChange {
  mode: (typeof ROLE_CHANGES)[number]
  roleIds: readonly string[]
}

/** The roles of a user after a change. */
export const rolesAfter = (member: Member, { mode, roleIds }: RoleChange): string[] => {
  const own = roleIdsOf(member)
  if (mode === 'replace') return [...roleIds]
  if (mode === 'remove') return own.filter((id) => !roleIds.includes(id))
  return [...own, ...roleIds.filter((id) => !own.includes(id))]
}

/** What a row shows after a change; only ID, key and name are shown, the next load brings the whole role. */
export const rolesFrom = (offered: readonly TeamRole[], ids: readonly string[], old: readonly Role[] = []): Role[] =>
  ids.flatMap((id) => {
    const known = old.find((role) => role.id === id)
    const role = offered.find((one) => one.id === id)
    if (known || !role) return known ?? []
    return { isDefault: false, permissions: [], vendorId: '', createdAt: '', updatedAt: '', ...role }
  })

export const isSameRoles = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/** A user of a sub-account, listed by the account above it. */
export const isBelow = ({ tenantId }: Pick<Member, 'tenantId'>, viewer: { tenantId: string } | undefined): boolean =>
  Boolean(viewer && tenantId && tenantId !== viewer.tenantId)

/** What the row shows for the second factor; an older backend only says whether there is one. */
export const factorOf = (member: Member): MemberFactor | 'enrolled' =>
  member.secondFactor ?? (member.mfaEnrolled ? 'enrolled' : 'none')

export const statusOf = (member: Member): MemberStatus => memberStatus(member)

/** Which email can be sent again; none to users who have joined or may not. */
export const resendKind = (member: Member): 'invitation' | 'activation' | undefined => {
  if (member.deactivated) return undefined
  if (member.activatedForTenant === false) return 'invitation'
  return member.verified === false ? 'activation' : undefined
}

/** Other accounts a user keeps after leaving this one. */
export const otherTenants = (member: Member, tenantId: string): number =>
  (member.tenantIds ?? []).filter((id) => id !== tenantId).length

/** As the server reads several ids, and as the page's state names their users. */
export const idsOfUsers = (members: readonly Member[]): string => members.map(({ id }) => id).join()
