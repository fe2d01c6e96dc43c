import { SYSTEM_CALLER } from '../../../call/caller.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import { type Limit, takeSlot } from '../../base/limits/limits.ts'
import { reportingLeftAlone } from './report-left-alone.ts'

const DAY_MS = 86_400_000

/** A server that was down for longer reports nothing of that time. */
const LOOK_BACK_MS = DAY_MS

/** Several processes look at the same time, and each of them looks several times before the members are too old. */
const ONCE: Limit = { name: 'left-alone-expired', tries: 1, windowMs: 2 * LOOK_BACK_MS }

/** Reports for one account those members whose access ended at the same moment; other accounts may lose them, too. */
const reportFor = async (ports: Ports, tenantId: string, ended: readonly MemberRecord[]): Promise<void> => {
  const member = ended.find((each) => each.tenantId === tenantId)
  const endedAt = member?.temporaryUntil
  if (!member || !endedAt || (await takeSlot(ports, ONCE, `${tenantId} ${endedAt}`)) !== 'within') return
  const report = await reportingLeftAlone(ports, SYSTEM_CALLER, {
    tenantId,
    losing: ended.map((each) => ({ member: each, roleIds: [] })),
    actor: { id: member.userId, email: member.email },
    judgedAt: endedAt - 1,
  })
  await ports.store.transaction((store) => report.before(store))
  await report.after()
}

/** Reports sub-accounts whose last administrator was a temporary user, once their access has ended. */
export const reportExpired = async (ports: Ports): Promise<void> => {
  const now = ports.clock.now()
  const access = { activated: true, disabledAt: null, subAccountAccess: true } as const
  const expired = await ports.store.members.list({ ...access, temporaryUntil: { gte: now - LOOK_BACK_MS, lt: now } })
  for (const endedAt of new Set(expired.map(({ temporaryUntil }) => temporaryUntil))) {
    const ended = expired.filter(({ temporaryUntil }) => temporaryUntil === endedAt)
    for (const tenantId of new Set(ended.map((member) => member.tenantId))) await reportFor(ports, tenantId, ended)
  }
}
