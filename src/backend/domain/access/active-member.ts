import type { MemberRecord } from '../../store/records.ts'

/** Members may act once they accepted their invitation, until their temporary access ends or their directory disables them. */
export const isActiveMember = (member: MemberRecord | undefined, now: number): member is MemberRecord =>
  member?.activated === true &&
  member.disabledAt === null &&
  (member.temporaryUntil === null || member.temporaryUntil > now)
