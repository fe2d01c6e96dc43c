import { type Caller, SYSTEM_CALLER } from '../../../call/caller.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, TicketRecord } from '../../../store/records.ts'
import { type Collections, unlessDuplicate } from '../../../store/store.ts'
import { audit } from '../../audit/audit.ts'
import { claimNotes, dropNotes, heldNotes, holdNote, releaseNotes } from '../../base/held-notes.ts'
import { isUsedUp, type Limit, returnSlot, takeSlot, takeSlotInside } from '../../base/limits/limits.ts'
import { leftAloneMail } from '../../mail/administrator-mails.ts'
import { sendSome } from '../../mail/mails.ts'
import { shownName } from '../../mail/shown-text.ts'
import { administratorOf, responsibleAdministrators } from '../roles/administrators.ts'
import { ancestorsOf } from '../tenants/account-tree.ts'
import { type AloneAccount, accountsLeftAlone, accountsLeftAloneByMove, isAlone } from './accounts-left-alone.ts'
import { LEFT_ALONE } from './still-alone.ts'

/** Limits emails, so that a directory that sends the same change again and again doesn't fill mailboxes. */
const ALERTS: Limit = { name: 'left-alone', tries: 5, windowMs: 24 * 3_600_000 }

const NAMES_SHOWN = 5

interface Actor {
  id: string
  email: string
}

/** The reason: `short` for the audit entry, `sentence` as the beginning of a sentence in the email. */
interface Cause {
  short: string
  sentence: string
}

interface Report {
  /** The account whose administrators are notified. */
  tenantId: string
  cause: Cause
  /** The connection or the user in the audit entry. */
  actor: Actor
  /** The user who made the change. A dialog of the portal asked them first, so they get no email. */
  askedId?: string | undefined
  /** Returns the sub-accounts that lose their last administrator. Runs in the transaction, before the change. */
  find(store: Collections): Promise<readonly AloneAccount[]>
}

interface Loss extends Pick<Report, 'tenantId' | 'actor' | 'askedId'> {
  /**
   * The members with their roles after the change, including those of other accounts that lose them with the same
   * change.
   */
  losing: readonly { member: MemberRecord; roleIds: readonly string[] }[]
  /** Time when the members still had their access. @default now */
  asOf?: number
}

const firstNames = (names: readonly string[]): string[] =>
  [...names].sort((left, right) => left.localeCompare(right)).slice(0, NAMES_SHOWN)

const endedAccess = (emails: readonly string[]): Cause => {
  const short = firstNames(emails).join(', ')
  return { short, sentence: `The access of ${short} has ended or changed` }
}

/** These facts are stored with the change, and the email is composed of them. */
interface Noted {
  tenantId: string
  sentence: string
  names: readonly string[]
  count: number
  askedId?: string | undefined
}

const PURPOSE = 'left-alone-news'

/** Returns what `reporting` stored; only it writes these rows. */
const notedIn = ({ detail }: TicketRecord): Noted => JSON.parse(detail) as Noted

/** Emails the administrators of the account what a note contains, and then drops the note. */
const sendNoted = async (ports: Ports, note: TicketRecord): Promise<void> => {
  const { tenantId, sentence, names, count, askedId } = notedIn(note)
  if ((await takeSlot(ports, ALERTS, tenantId)) === 'within') {
    const { name: tenantName = '' } = (await ports.store.tenants.get(tenantId)) ?? {}
    const facts = { tenantName, cause: sentence, names, count }
    const administrators = await responsibleAdministrators(ports.store, tenantId)
    const notified = administrators.filter(({ userId }) => userId !== askedId)
    const mails = notified.map((to) => leftAloneMail(ports, to, facts))
    await sendSome(ports, mails).catch(async (error: unknown) => {
      // Each later round takes a slot again, and a note without a slot is dropped.
      await returnSlot(ports, ALERTS, tenantId)
      throw error
    })
  }
  await dropNotes(ports, [note])
}

/** Never fails, because the change has been made; another round sends the email. */
const trySending = async (ports: Ports, note: TicketRecord): Promise<void> => {
  try {
    await sendNoted(ports, note)
  } catch (error) {
    ports.log.warn('Reporting accounts without an administrator failed', error)
    await releaseNotes(ports, [note]).catch(() => undefined)
  }
}

/** Emails what a process that was killed, or couldn't store the emails, had noted. Several processes may do so at once. */
export const reportHeldLosses = async (ports: Ports): Promise<void> => {
  for (const note of await claimNotes(ports, await heldNotes(ports, PURPOSE))) await trySending(ports, note)
}

const reporting = (ports: Ports, caller: Caller, { tenantId, cause, actor, askedId, find }: Report) => {
  let note: TicketRecord | undefined
  return {
    /** Writes an audit entry, and notes the email. Runs in the transaction of the change, before it. */
    async before(store: Collections): Promise<void> {
      const left = await find(store)
      if (left.length === 0) return
      const names = firstNames(left.map(({ name }) => name))
      await audit(ports, caller, {
        inside: store,
        tenantId,
        user: actor,
        action: LEFT_ALONE,
        resource: 'Sub-accounts',
        severity: 'High',
        description: `${left.length === 1 ? '1 sub-account lost its' : `${left.length} sub-accounts lost their`} last administrator (${cause.short}): ${names.join(', ')}`,
        detail: { count: left.length, tenantIds: left.map(({ tenantId: id }) => id) },
      })
      const detail: Noted = { tenantId, sentence: cause.sentence, names, count: left.length, askedId }
      note = await holdNote(store, ports, { purpose: PURPOSE, tenantId, position: 0, detail })
    },
    /** Emails the administrators of the account. Runs after the commit, and never fails the change. */
    async after(): Promise<void> {
      if (note) await trySending(ports, note)
    },
  }
}

/**
 * Reports the sub-accounts that lose their last administrator through a change, such as one by a directory or a script.
 * The change isn't refused, because users who leave a company must lose access at once.
 */
export const reportingLeftAlone = (ports: Ports, caller: Caller, loss: Loss) => {
  const { tenantId, losing, asOf, actor, askedId } = loss
  const able = losing.filter(({ member }) => member.subAccountAccess)
  const own = able.filter(({ member }) => member.tenantId === tenantId)
  const changes = able.map(({ member, roleIds }) => ({ tenantId: member.tenantId, userId: member.userId, roleIds }))
  const clock = { now: () => asOf ?? ports.clock.now() }
  return reporting(ports, caller, {
    tenantId,
    cause: endedAccess(own.map(({ member }) => member.email)),
    actor,
    askedId,
    find: async (store) => (own.length > 0 ? accountsLeftAlone({ ...ports, store, clock }, tenantId, changes) : []),
  })
}

interface Ended {
  account: AloneAccount
  /** The nearest account above. */
  parentId: string
  /** The administrators of the account itself whose access has ended. */
  administrators: readonly [MemberRecord, ...MemberRecord[]]
}

/** Reports to the account above that an account has no administrators left, because its own were all temporary. */
export const reportingEndedAdministrators = (ports: Ports, { account, parentId, administrators }: Ended) => {
  const [{ userId, email }] = administrators
  return reporting(ports, SYSTEM_CALLER, {
    tenantId: parentId,
    cause: endedAccess(administrators.map((each) => each.email)),
    actor: { id: userId, email },
    find: async (store) => ((await isAlone({ ...ports, store }, account.tenantId)) ? [account] : []),
  })
}

interface Move extends Pick<Report, 'tenantId' | 'actor' | 'askedId'> {
  account: AloneAccount
  parentId: string
}

/** Reports the accounts that a move takes away from their last administrators, who belong to an account above. */
export const reportingMove = (ports: Ports, caller: Caller, { account, parentId, ...place }: Move) => {
  const short = `${account.name} was moved`
  return reporting(ports, caller, {
    ...place,
    cause: { short, sentence: `The account ${shownName(account.name)} was moved` },
    find: (store) => accountsLeftAloneByMove({ ...ports, store }, account, parentId),
  })
}

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
  const once = { limit: ONCE, subject: `${tenantId} ${endedAt}` }
  if (await isUsedUp(ports, once.limit, once.subject)) return
  const below = reportingLeftAlone(ports, SYSTEM_CALLER, {
    tenantId,
    losing: ended.map((each) => ({ member: each, roleIds: [] })),
    actor: { id: member.userId, email: member.email },
    asOf: endedAt - 1,
  })
  const ofAccount = await reportingOwn(ports, tenantId, own)
  const reports = ofAccount ? [below, ofAccount] : [below]
  const work = ports.store.transaction(async (store) => {
    await takeSlotInside(store, ports, once)
    for (const report of reports) await report.before(store)
    return reports
  })
  for (const report of (await unlessDuplicate(work)) ?? []) await report.after()
}

/**
 * Reports sub-accounts whose last administrator was a temporary user, once their access has ended. A failure in one
 * account is logged, and the account is tried again in the next round.
 */
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
    for (const tenantId of new Set(ended.map((member) => member.tenantId)))
      await reportFor(ports, tenantId, ended).catch((error: unknown) =>
        ports.log.warn('Reporting the end of temporary access failed', error),
      )
}
