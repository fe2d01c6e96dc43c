import type { MemberRecord } from '../../store/records.ts'

/** Members may act once they accepted their invitation, and until their temporary access ends. */
export const isActiveMember = (member: MemberRecord | undefined, now: number): member is MemberRecord =>
  member?.activated === true && (member.temporaryUntil === null || member.temporaryUntil > now)
