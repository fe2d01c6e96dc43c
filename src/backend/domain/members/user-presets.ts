import { MEMBER_PRESETS } from '../../../contract/additions/members.ts'
import { integer, oneOf } from '../../call/read.ts'
import type { Ports } from '../../ports.ts'
import type { MemberRecord } from '../../store/records.ts'
import type { Where } from '../../store/store.ts'

/** 90 days without a sign-in. */
const INACTIVE_SECONDS = 7_776_000

interface PresetQuery {
  preset: string | undefined
  maxInactiveSeconds?: string | undefined
}

/** The security filters of users as conditions. */
export const presetWhere = async (ports: Ports, query: PresetQuery): Promise<Where<MemberRecord>> => {
  const preset = oneOf(query.preset, '_preset', MEMBER_PRESETS)
  if (preset === 'mfa-unenrolled') return { mfaEnrolled: false }
  if (preset === 'inactive') {
    const limits = { min: 0, max: 100 * 31_536_000, fallback: INACTIVE_SECONDS }
    const seconds = integer(query.maxInactiveSeconds, '_maxInactiveSeconds', limits)
    return { lastLogin: { lt: ports.clock.now() - seconds * 1_000 } }
  }
  if (preset !== 'breached-passwords') return {}
  const breached = await ports.store.users.list({ isBreachedPassword: true })
  return { activated: true, userId: { in: breached.map(({ id }) => id) } }
}

export const tenantWhere = (tenantIds: readonly string[]): Where<MemberRecord> => {
  const [own = ''] = tenantIds
  return { tenantId: tenantIds.length === 1 ? own : { in: [...tenantIds] } }
}
