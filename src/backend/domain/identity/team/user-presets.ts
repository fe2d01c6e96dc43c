import { MEMBER_PRESETS, type MemberListPreset } from '../../../../contract/users.ts'
import { integer, oneOf } from '../../../call/read.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Where } from '../../../store/store.ts'

/** A user is inactive after 90 days without a sign-in. */
const INACTIVE_SECONDS = 7_776_000

type MemberWhere = Where<MemberRecord>

/** Matches joined members who haven't signed in to this tenant since then; the alternatives are mutually exclusive. */
const inactiveSince = (since: number): MemberWhere[] => [
  { activated: true, lastLogin: { lt: since } },
  // Members who never signed in here count only if the membership itself is old enough.
  { activated: true, lastLogin: null, createdAt: { lt: since } },
]

const WEEK_MS = 7 * 86_400_000

/** Returns the start of the last seven days; members added since then count as joined this week. */
export const weekBegan = ({ clock }: Ports): number => clock.now() - WEEK_MS

interface PresetQuery {
  preset: string | undefined
  maxInactiveSeconds?: string | undefined
  /** @default the presets of users v3 */
  known?: readonly MemberListPreset[]
}

/** Returns the filter of a security preset. None includes pending invitations, because they give no access. */
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
