import type { MemberRecord } from '../../../store/records.ts'

/** Members may act once they accepted their invitation, until their temporary access ends or their directory disables them. */
export const isActiveMember = <Member extends Pick<MemberRecord, 'activated' | 'disabledAt' | 'temporaryUntil'>>(
  member: Member | undefined,
  now: number,
): member is Member =>
  member?.activated === true &&
  member.disabledAt === null &&
  (member.temporaryUntil === null || member.temporaryUntil > now)
