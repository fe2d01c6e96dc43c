import type { Interruption } from '../../../entities/guarantee.ts'
import type { Mail, Ports } from '../../ports.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { MemberRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { isUsedUp, type Limit, takeSlot } from '../base/limits/limits.ts'
import { WATCHED_FIELDS, type WatchedMember } from '../directory/provisioning/directory-call.ts'
import { responsibleAdministrators } from '../identity/roles/administrators.ts'
import { descendantsOf } from '../identity/tenants/account-tree.ts'
import { type StoppedIn, stoppedMail } from '../mail/administrator-mails.ts'
import { sendSome } from '../mail/mails.ts'
import { GUARANTEES } from './guarantees.ts'
import { interruptionsOf } from './interruptions.ts'

/** News of an account, and the administrators who are responsible for it and get them. */
export interface StoppedReport {
  administrators: readonly MemberRecord[]
  facts: StoppedIn
}

/** Composes one email to each administrator, however many accounts they are responsible for. */
export const stoppedMails = (
  ports: Ports,
  news: readonly StoppedReport[],
  { isByDirectory = false }: { isByDirectory?: boolean } = {},
): Mail[] => {
  const byEmail = new Map<string, { to: MemberRecord; accounts: StoppedIn[] }>()
  for (const { administrators, facts } of news)
    for (const to of administrators) {
      const found = byEmail.get(to.email) ?? { to, accounts: [] }
      found.accounts.push(facts)
      byEmail.set(to.email, found)
    }
  return [...byEmail.values()].map(({ to, accounts }) => stoppedMail(ports, to, { accounts, isByDirectory }))
}

/** Returns those of the accounts in which a record names the user as guarantor, alone or together with a connection. */
const accountsOf = async (store: Collections, tenantIds: readonly string[], userId: string): Promise<string[]> => {
  const older = { tenantId: { in: tenantIds }, userId: null, guarantorId: null, createdByUserId: userId }
  const where = { tenantId: { in: tenantIds }, guarantorId: { has: userId } }
  const lists = await Promise.all([
    store.apiTokens.listFields(where, ['tenantId']),
    store.apiTokens.listFields(older, ['tenantId']),
    store.channelConfigs.listFields(where, ['tenantId']),
    store.reportSchedules.listFields(where, ['tenantId']),
    store.slackSubscriptions.listFields(where, ['tenantId']),
    store.ssoConnections.listFields(where, ['tenantId']),
    store.webhooks.listFields(where, ['tenantId']),
    store.directoryConnections.listFields({ tenantId: { in: tenantIds }, ownerId: { has: userId } }, ['tenantId']),
  ])
  return lists.flat().map(({ tenantId }) => tenantId)
}

/**
 * Returns a member with access to sub-accounts as a member of each account below in which they vouch for something, which
 * stops there, too, when their membership ends.
 */
export const membersBelow = async (ports: Ports, member: WatchedMember): Promise<WatchedMember[]> => {
  if (!member.subAccountAccess) return []
  const below = (await descendantsOf(ports.store, member.tenantId)).map(({ tenantId }) => tenantId)
  const accounts = await inChunks(below, (part) => accountsOf(ports.store, part, member.userId))
  return [...new Set(accounts)].map((tenantId) => ({ ...member, id: `${member.id} ${tenantId}`, tenantId }))
}

const DAY_MS = 86_400_000

/** A server that was down for longer reports nothing of that time. */
const LOOK_BACK_MS = DAY_MS

/** Several processes look at the same time, and each of them looks several times before the members are too old. */
const ONCE: Limit = { name: 'stopped', tries: 1, windowMs: 2 * LOOK_BACK_MS }

/**
 * A process reports a member for less time. If it is killed before the email is stored, the next round starts after it.
 */
const CLAIMED: Limit = { name: 'stopped-claimed', tries: 1, windowMs: 10 * 60_000 }

/** Members of an account were looked at, so nothing is read again until another one's access ends. */
const LOOKED: Limit = { ...ONCE, name: 'stopped-looked' }

const endOf = ({ disabledAt, temporaryUntil }: WatchedMember): number => disabledAt ?? temporaryUntil ?? 0

const onceOf = (member: WatchedMember): string => `${member.id} ${endOf(member)}`

/** Returns whether the access of a member has ended lately, and hasn't been reported. */
export const isUnreported = async (ports: Ports, member: WatchedMember): Promise<boolean> => {
  const now = ports.clock.now()
  const isRecent = endOf(member) >= now - LOOK_BACK_MS && endOf(member) <= now
  if (!isRecent || (await isUsedUp(ports, ONCE, onceOf(member)))) return false
  return !(await isUsedUp(ports, CLAIMED, onceOf(member)))
}

/** Notes that the end of a member's access is reported. */
export const takeReport = async (ports: Ports, member: WatchedMember): Promise<void> => {
  await takeSlot(ports, ONCE, onceOf(member))
}

type Claim = 'ours' | 'theirs' | 'reported'

/** Claims the report of a member. The end of another process's claim shows that it was killed before the email. */
const claimReport = async (ports: Ports, member: WatchedMember): Promise<Claim> => {
  const isReported = () => isUsedUp(ports, ONCE, onceOf(member))
  if (await isReported()) return 'reported'
  if ((await takeSlot(ports, CLAIMED, onceOf(member))) === 'within') return (await isReported()) ? 'reported' : 'ours'
  return (await isReported()) ? 'reported' : 'theirs'
}

/**
 * Claims those members who haven't been reported, immediately before their email. One member's failure is returned,
 * because those already claimed are reported in spite of it.
 */
const claimPending = async (ports: Ports, members: readonly WatchedMember[]) => {
  const pending: WatchedMember[] = []
  const failures: unknown[] = []
  let isClaimed = false
  for (const member of members) {
    try {
      const claim = await claimReport(ports, member)
      if (claim === 'ours') pending.push(member)
      isClaimed ||= claim === 'theirs'
    } catch (error) {
      failures.push(error)
    }
  }
  return { pending, failures, isClaimed }
}

/** News of an account that isn't recorded as reported yet. */
interface Prepared extends Pick<StoppedReport, 'administrators'> {
  tenantId: string
  tenantName: string
  vouching: readonly WatchedMember[]
  stopped: readonly Interruption[]
}

/** The number shows a change that became visible after a later one. */
const lookedOf = (tenantId: string, ended: readonly WatchedMember[]): string =>
  `${tenantId} ${ended.reduce((latest, member) => Math.max(latest, endOf(member)), 0)} ${ended.length}`

const prepare = async (ports: Ports, tenantId: string, ended: readonly WatchedMember[]): Promise<Prepared> => {
  const stopped = (await interruptionsOf(ports, tenantId, GUARANTEES)).filter(({ reason }) => reason !== 'ends')
  const vouchers = new Set(stopped.flatMap(({ guarantor }) => guarantor?.id ?? []))
  const vouching = ended.filter(({ userId }) => vouchers.has(userId))
  const tenantName = (await ports.store.tenants.get(tenantId))?.name ?? ''
  const administrators = vouching.length > 0 ? await responsibleAdministrators(ports.store, tenantId) : []
  return { tenantId, tenantName, administrators, vouching, stopped }
}

const newsOf = (
  { tenantName, administrators, stopped }: Prepared,
  pending: readonly WatchedMember[],
): StoppedReport => {
  const ours = stopped.filter(({ guarantor }) => pending.some(({ userId }) => userId === guarantor?.id))
  return { administrators, facts: { tenantName, emails: pending.map(({ email }) => email), stopped: ours } }
}

/**
 * Looks at the accounts in which members' access ended, emails what stopped, and returns the accounts that failed or that
 * another process is at work on.
 */
const reportIn = async (
  ports: Ports,
  byTenant: ReadonlyMap<string, readonly WatchedMember[]>,
): Promise<ReadonlySet<string>> => {
  const failed = new Set<string>()
  const fail = (tenantId: string) => (error: unknown) => {
    failed.add(tenantId)
    ports.log.warn('Reporting what stopped in an account failed', error)
  }
  const prepared: (Prepared & { name: string })[] = []
  for (const [tenantId, ended] of byTenant) {
    const name = lookedOf(tenantId, ended)
    const look = async () => {
      if (!(await isUsedUp(ports, LOOKED, name))) prepared.push({ ...(await prepare(ports, tenantId, ended)), name })
    }
    await look().catch(fail(tenantId))
  }
  const news: StoppedReport[] = []
  const reported: WatchedMember[] = []
  for (const one of prepared) {
    const { pending, failures, isClaimed } = await claimPending(ports, one.vouching)
    if (pending.length > 0) news.push(newsOf(one, pending))
    reported.push(...pending)
    if (isClaimed) failed.add(one.tenantId)
    // The next round tries the others again.
    if (failures.length > 0) fail(one.tenantId)(failures[0])
  }
  await sendSome(ports, stoppedMails(ports, news))
  // The process may be killed before this: the email then arrives twice, instead of never.
  for (const member of reported) await takeReport(ports, member).catch(fail(member.tenantId))
  for (const { tenantId, name } of prepared)
    if (!failed.has(tenantId)) await takeSlot(ports, LOOKED, name).catch(fail(tenantId))
  return failed
}

/**
 * Emails the administrators of accounts once about what stopped because a directory deactivated the user who vouched for
 * it, or because their temporary access ended. No dialog asked anyone about these. A failure in one account is logged,
 * and the account is tried again in the next round.
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
  const add = (member: WatchedMember) => {
    byTenant.set(member.tenantId, [...(byTenant.get(member.tenantId) ?? []), member])
  }
  const above: { name: string; tenantIds: string[] }[] = []
  for (const member of ended) {
    add(member)
    const name = `below ${onceOf(member)}`
    const look = async () => {
      if (!member.subAccountAccess || (await isUsedUp(ports, LOOKED, name))) return
      const below = await membersBelow(ports, member)
      above.push({ name, tenantIds: below.map(({ tenantId }) => tenantId) })
      below.forEach(add)
    }
    await look().catch((error: unknown) => ports.log.warn('Reporting what stopped in sub-accounts failed', error))
  }
  const failed = await reportIn(ports, byTenant)
  for (const { name, tenantIds } of above)
    if (!tenantIds.some((tenantId) => failed.has(tenantId))) await takeSlot(ports, LOOKED, name)
}
