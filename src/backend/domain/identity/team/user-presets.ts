import { MEMBER_PRESETS, type MemberListPreset } from '../../../../contract/additions/members.ts'
import { integer, oneOf } from '../../../call/read.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Where } from '../../../store/store.ts'

/** 90 days without a sign-in. */
const INACTIVE_SECONDS = 7_776_000

type MemberWhere = Where<MemberRecord>

/** Members who have joined and didn't sign in to this tenant since then; alternatives that exclude each other. */
const inactiveSince = (since: number): MemberWhere[] => [
  { activated: true, lastLogin: { lt: since } },
  // Never signed in here: the membership itself must be old enough.
  { activated: true, lastLogin: null, createdAt: { lt: since } },
]

const WEEK_MS = 7 * 86_400_000

/** Members added since then count as joined this week. */
export const weekBegan = ({ clock }: Ports): number => clock.now() - WEEK_MS

interface PresetQuery {
  preset: string | undefined
  maxInactiveSeconds?: string | undefined
  /** @default those of users v3 */
  known?: readonly MemberListPreset[]
}

/** The security filters of users; an open invitation gives no access, so none of them lists it. */
export const presetWhere = (ports: Ports, query: PresetQuery): MemberWhere[] => {
  const limits = { min: 0, max: 100 * 31_536_000, fallback: INACTIVE_SECONDS }
  const seconds = integer(query.maxInactiveSeconds, '_maxInactiveSeconds', limits)
  const presets: Readonly<Record<MemberListPreset, MemberWhere[]>> = {
    'mfa-unenrolled': [{ activated: true, mfaEnrolled: false }],
    'breached-passwords': [{ activated: true, isBreachedPassword: true }],
    inactive: inactiveSince(ports.clock.now() - seconds * 1_000),
    'joined-this-week': [{ activated: true, createdAt: { gte: weekBegan(ports) } }],
  }
  const preset = oneOf(query.preset, '_preset', query.known ?? MEMBER_PRESETS)
  return preset ? presets[preset] : [{}]
}

export const tenantWhere = (tenantIds: readonly string[]): Where<MemberRecord> => {
  const [own = ''] = tenantIds
  return { tenantId: tenantIds.length === 1 ? own : { in: [...tenantIds] } }
}
