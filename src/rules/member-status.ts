/** Statuses of a member of a tenant; the first that applies wins, in this order. */
export const MEMBER_STATUSES = ['deactivated', 'locked', 'invited', 'unverified', 'temporary', 'active'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

export interface MemberStanding {
  /** Whether the company directory no longer allows the user to sign in. */
  deactivated?: boolean
  isLocked?: boolean
  /** `false` until the invitation to this tenant is accepted. */
  activatedForTenant?: boolean
  /** Whether the email is verified. */
  verified?: boolean
  temporaryExpirationDate?: string | number | Date | null
}

/** Returns the status that is shown and filtered by; the backend and the front end share it. */
export const memberStatus = (member: MemberStanding): MemberStatus => {
  if (member.deactivated) return 'deactivated'
  if (member.isLocked) return 'locked'
  if (member.activatedForTenant === false) return 'invited'
  if (member.verified === false) return 'unverified'
  if (member.temporaryExpirationDate) return 'temporary'
  return 'active'
}
