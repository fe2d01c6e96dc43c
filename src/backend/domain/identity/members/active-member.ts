import type { MemberRecord } from '../../../store/records.ts'

/**
 * Returns whether a member may act: after accepting the invitation, until temporary access ends or a directory disables
 * them.
 */
export const isActiveMember = <Member extends Pick<MemberRecord, 'activated' | 'disabledAt' | 'temporaryUntil'>>(
  member: Member | undefined,
  now: number,
): member is Member =>
  member?.activated === true &&
  member.disabledAt === null &&
  (member.temporaryUntil === null || member.temporaryUntil > now)
