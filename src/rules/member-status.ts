/** The status of a member of a tenant; the first that applies wins, in this order. */
export const MEMBER_STATUSES = ['deactivated', 'locked', 'invited', 'unverified', 'temporary', 'active'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

export interface MemberStanding {
  /** The company directory no longer lets the user in. */
  deactivated?: boolean
  isLocked?: boolean
  /** `false` until the invitation to this tenant is accepted. */
  activatedForTenant?: boolean
  /** Whether the email address is proven. */
  verified?: boolean
  temporaryExpirationDate?: string | number | Date | null
}

/** The one status shown and filtered by; backend and front end share it. */
export const memberStatus = (member: MemberStanding): MemberStatus => {
  if (member.deactivated) return 'deactivated'
  if (member.isLocked) return 'locked'
  if (member.activatedForTenant === false) return 'invited'
  if (member.verified === false) return 'unverified'
  if (member.temporaryExpirationDate) return 'temporary'
  return 'active'
}
