import type { Member, MemberFactor } from '../../contract/additions/members.ts'
import { type MemberStatus, memberStatus } from '../../rules/member-status.ts'

/** Users without a name go by their email. */
export const nameOf = (member: Pick<Member, 'name' | 'email'> | undefined): string =>
  member?.name?.trim() || member?.email || ''

export const roleIdsOf = (member: Member): string[] => member.roles?.map((role) => role.id) ?? []

/** What the row shows for the second factor; an older backend only says whether there is one. */
export const factorOf = (member: Member): MemberFactor | 'enrolled' =>
  member.secondFactor ?? (member.mfaEnrolled ? 'enrolled' : 'none')

export const statusOf = (member: Member): MemberStatus => memberStatus(member)

/** Which email can be sent again; none to users who have joined. */
export const resendKind = (member: Member): 'invitation' | 'activation' | undefined => {
  if (member.activatedForTenant === false) return 'invitation'
  return member.verified === false ? 'activation' : undefined
}

/** Other accounts a user keeps after leaving this one. */
export const otherTenants = (member: Member, tenantId: string): number =>
  (member.tenantIds ?? []).filter((id) => id !== tenantId).length
