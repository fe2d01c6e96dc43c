import { SYSTEM_CALLER } from '../../../call/caller.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import { type Limit, takeSlot } from '../../base/limits/limits.ts'
import { administratorOf } from '../roles/administrators.ts'
import { ancestorsOf } from '../tenants/account-tree.ts'
import { reportingEndedAdministrators, reportingLeftAlone } from './left-alone-report.ts'

const DAY_MS = 86_400_000

/** A server that was down for longer reports nothing of that time. */
const LOOK_BACK_MS = DAY_MS

/** Several processes look at the same time, and each of them looks several times before the members are too old. */
const ONCE: Limit = { name: 'left-alone-expired', tries: 1, windowMs: 2 * LOOK_BACK_MS }

/** Returns the report about the account itself, if administrators of its own are among the members. */
const reportingOwn = async (ports: Ports, tenantId: string, ended: readonly MemberRecord[]) => {
  const { store } = ports
  const isAdministrator = await administratorOf(store, tenantId)
  const [first, ...others] = ended.filter((member) => isAdministrator(member))
  const [parentId] = first ? await ancestorsOf(store, tenantId) : []
  const account = parentId === undefined ? undefined : await store.tenants.get(tenantId)
  if (!first || parentId === undefined || !account) return undefined
  const administrators = [first, ...others] as const
  return reportingEndedAdministrators(ports, { account: { tenantId, name: account.name }, parentId, administrators })
}

/** Reports for one account those members whose access ended at the same moment; other accounts may lose them, too. */
const reportFor = async (ports: Ports, tenantId: string, ended: readonly MemberRecord[]): Promise<void> => {
  const own = ended.filter((each) => each.tenantId === tenantId)
  const [member] = own
  const endedAt = member?.temporaryUntil
  // Nothing is below the account for these members, and nothing above it to report to.
  const isAlone = !own.some((each) => each.subAccountAccess) && (await ancestorsOf(ports.store, tenantId)).length === 0
  if (!member || !endedAt || isAlone) return
  if ((await takeSlot(ports, ONCE, `${tenantId} ${endedAt}`)) !== 'within') return
  const below = reportingLeftAlone(ports, SYSTEM_CALLER, {
    tenantId,
    losing: ended.map((each) => ({ member: each, roleIds: [] })),
    actor: { id: member.userId, email: member.email },
    judgedAt: endedAt - 1,
  })
  const ofAccount = await reportingOwn(ports, tenantId, own)
  const reports = ofAccount ? [below, ofAccount] : [below]
  await ports.store.transaction(async (store) => {
    for (const report of reports) await report.before(store)
  })
  for (const report of reports) await report.after()
}

/** Reports sub-accounts whose last administrator was a temporary user, once their access has ended. */
export const reportExpired = async (ports: Ports): Promise<void> => {
  const now = ports.clock.now()
  const access = { activated: true, disabledAt: null } as const
  const expired = await ports.store.members.list({ ...access, temporaryUntil: { gte: now - LOOK_BACK_MS, lt: now } })
  const byEnd = new Map<number | null, MemberRecord[]>()
  for (const member of expired) {
    const ended = byEnd.get(member.temporaryUntil)
    if (ended) ended.push(member)
    else byEnd.set(member.temporaryUntil, [member])
  }
  for (const ended of byEnd.values())
    for (const tenantId of new Set(ended.map((member) => member.tenantId))) await reportFor(ports, tenantId, ended)
}
