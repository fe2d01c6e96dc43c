import type { MemberRecord } from '../../store/records.ts'

/** A member may act while her invitation is accepted and her time is not over. */
export const isActiveMember = (member: MemberRecord | undefined, now: number): member is MemberRecord =>
  member?.activated === true && (member.temporaryUntil === null || member.temporaryUntil > now)
