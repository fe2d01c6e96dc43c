import type { Interruption } from '../../../entities/guarantee.ts'
import type { Ports } from '../../ports.ts'
import { isUsedUp, type Limit, takeSlot } from '../base/limits/limits.ts'
import { WATCHED_FIELDS, type WatchedMember } from '../directory/provisioning/directory-call.ts'
import { responsibleAdministrators } from '../identity/roles/administrators.ts'
import { stoppedMail } from '../mail/administrator-mails.ts'
import { post } from '../mail/mails.ts'
import { GUARANTEES } from './all-guarantees.ts'
import { interruptionsOf } from './interruptions.ts'
import { membersBelow } from './members-below.ts'

const DAY_MS = 86_400_000

/** A server that was down for longer reports nothing of that time. */
const LOOK_BACK_MS = DAY_MS

/** Several processes look at the same time, and each of them looks several times before the members are too old. */
const ONCE: Limit = { name: 'stopped', tries: 1, windowMs: 2 * LOOK_BACK_MS }

/** Members of an account were looked at, so nothing is read again until another one's access ends. */
const LOOKED: Limit = { ...ONCE, name: 'stopped-looked' }

const endOf = ({ disabledAt, temporaryUntil }: WatchedMember): number => disabledAt ?? temporaryUntil ?? 0

const onceOf = (member: WatchedMember): string => `${member.id} ${endOf(member)}`

/** Returns whether the access of a member has ended lately, and hasn't been reported. */
export const isUnreported = async (ports: Ports, member: WatchedMember): Promise<boolean> => {
  const now = ports.clock.now()
  const isRecent = endOf(member) >= now - LOOK_BACK_MS && endOf(member) <= now
  return isRecent && !(await isUsedUp(ports, ONCE, onceOf(member)))
}

/** Notes that the end of a member's access is reported, and returns whether it is for the first time. */
export const takeReport = async (ports: Ports, member: WatchedMember): Promise<boolean> =>
  (await takeSlot(ports, ONCE, onceOf(member))) === 'within'

/**
 * Takes those members who haven't been reported, immediately before their email: a failure earlier loses none. One
 * member's failure is returned, because those already taken are reported in spite of it.
 */
const takePending = async (ports: Ports, members: readonly WatchedMember[]) => {
  const pending: WatchedMember[] = []
  const failures: unknown[] = []
  for (const member of members) {
    try {
      if (await takeReport(ports, member)) pending.push(member)
    } catch (error) {
      failures.push(error)
    }
  }
  return { pending, failures }
}

const mailStopped = async (
  ports: Ports,
  tenantId: string,
  vouching: readonly WatchedMember[],
  all: readonly Interruption[],
) => {
  const tenantName = (await ports.store.tenants.get(tenantId))?.name ?? ''
  const administrators = await responsibleAdministrators(ports.store, tenantId)
  const { pending, failures } = await takePending(ports, vouching)
  if (pending.length > 0) {
    const stopped = all.filter(({ guarantor }) => pending.some(({ userId }) => userId === guarantor?.id))
    const facts = { tenantName, emails: pending.map(({ email }) => email), stopped }
    await Promise.all(administrators.map((to) => post(ports, stoppedMail(ports, to, facts))))
  }
  // The next round tries the others again.
  if (failures.length > 0) throw failures[0]
}

const reportFor = async (ports: Ports, tenantId: string, ended: readonly WatchedMember[]): Promise<void> => {
  // The number shows a change that became visible after a later one.
  const looked = `${tenantId} ${ended.reduce((latest, member) => Math.max(latest, endOf(member)), 0)} ${ended.length}`
  if (await isUsedUp(ports, LOOKED, looked)) return
  const all = (await interruptionsOf(ports, tenantId, GUARANTEES)).filter(({ reason }) => reason !== 'ends')
  const vouchers = new Set(all.flatMap(({ guarantor }) => guarantor?.id ?? []))
  const vouching = ended.filter(({ userId }) => vouchers.has(userId))
  if (vouching.length > 0) await mailStopped(ports, tenantId, vouching, all)
  await takeSlot(ports, LOOKED, looked)
}

/**
 * Emails the administrators of an account once about what stopped because a directory deactivated the user who vouched
 * for it, or because their temporary access ended. No dialog asked anyone about these. A failure in one account is
 * logged, and the account is tried again in the next round.
 */
export const reportStopped = async (ports: Ports): Promise<void> => {
  const now = ports.clock.now()
  const recent = { gte: now - LOOK_BACK_MS, lt: now + 1 }
  const { members } = ports.store
  const ended = [
    ...(await members.listFields({ activated: true, disabledAt: null, temporaryUntil: recent }, WATCHED_FIELDS)),
    ...(await members.listFields({ activated: true, directoryId: { not: null }, disabledAt: recent }, WATCHED_FIELDS)),
  ]
  const byTenant = new Map<string, WatchedMember[]>()
  for (const member of [...ended, ...(await membersBelow(ports, ended))]) {
    const here = byTenant.get(member.tenantId)
    if (here) here.push(member)
    else byTenant.set(member.tenantId, [member])
  }
  for (const [tenantId, here] of byTenant) {
    await reportFor(ports, tenantId, here).catch((error: unknown) =>
      ports.log.warn('Reporting what stopped in an account failed', error),
    )
  }
}
