import type { Guaranteed } from '../../../entities/guarantee.ts'
import type { ScimRequest, ScimResponse } from '../../ports/scim.ts'
import type { Ports } from '../../ports.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { TicketRecord } from '../../store/records.ts'
import type { Collection, Where } from '../../store/store.ts'
import { claimNotes, dropNotes, releaseNotes } from '../base/held-notes.ts'
import { forgetAttempts, type Limit, takeSlot } from '../base/limits/limits.ts'
import type { WatchedMember, WatchStopped } from '../directory/provisioning/directory-call.ts'
import { serveScim } from '../directory/scim/serve.ts'
import { responsibleAdministrators } from '../identity/roles/administrators.ts'
import { sendSome } from '../mail/mails.ts'
import { GUARANTEES } from './guarantees.ts'
import { heldNews, holdNews, type Noted, notedIn } from './held-news.ts'
import { isUnreported, membersBelow, type StoppedReport, stoppedMails, takeReport } from './report-stopped.ts'

const nameOf = ({ kind, id }: Pick<Guaranteed, 'kind' | 'id'>): string => `${kind} ${id}`

const stoppedNames = async (ports: Ports, tenantId: string): Promise<ReadonlySet<string>> => {
  const lists = await Promise.all(GUARANTEES.map((kind) => kind.interrupted(ports, tenantId)))
  return new Set(lists.flat().map(nameOf))
}

const groupedByKind = (items: readonly Guaranteed[]) =>
  [...new Set(items.map(({ kind }) => kind))].map((kind) => {
    const ofKind = items.filter((item) => item.kind === kind)
    return { kind, count: ofKind.length, items: ofKind.slice(0, 5) }
  })

/** Returns a collection that reads each list once, unless the read fails. */
const once = <Row extends { id: string }>(collection: Collection<Row>): Collection<Row> => {
  const known = new Map<string, Promise<Row[]>>()
  const list = (where: Where<Row>): Promise<Row[]> => {
    const name = JSON.stringify(where)
    const found = known.get(name)
    if (found) return found
    const rows = collection.list(where)
    known.set(name, rows)
    rows.catch(() => known.delete(name))
    return rows
  }
  return { ...collection, list }
}

/** Reads what the kinds of guarantees share, and what doesn't depend on the member, once for all changes of a request. */
const readingOnce = (ports: Ports): Ports => {
  const { store } = ports
  return {
    ...ports,
    store: {
      ...store,
      apiTokens: once(store.apiTokens),
      channelConfigs: once(store.channelConfigs),
      directoryConnections: once(store.directoryConnections),
      reportSchedules: once(store.reportSchedules),
      slackSubscriptions: once(store.slackSubscriptions),
      ssoConnections: once(store.ssoConnections),
      ssoSetups: once(store.ssoSetups),
      webhooks: once(store.webhooks),
    },
  }
}

/** Returns those members whose access had ended before, and whose items the next round would have reported. */
const unreportedOf = async (ports: Ports, members: readonly WatchedMember[]): Promise<WatchedMember[]> => {
  const found: WatchedMember[] = []
  for (const member of members) if (await isUnreported(ports, member)) found.push(member)
  return found
}

/** Notes what members vouch for before a directory removes them or their roles; most members vouch for nothing. */
const noteVouched = async (
  ports: Ports,
  once: Ports,
  { tenantId, members }: Pick<Noted, 'tenantId' | 'members'>,
): Promise<Noted | undefined> => {
  const all = members.map(({ userId }) => userId)
  const vouched = await inChunks(all, async (userIds) =>
    (await Promise.all(GUARANTEES.map((kind) => kind.list(once, { tenantId, userIds })))).flat(),
  )
  if (vouched.length === 0) return undefined
  const stopped = await stoppedNames(ports, tenantId)
  const before = vouched.map(nameOf).filter((name) => stopped.has(name))
  const userIds = new Set(vouched.map(({ userId }) => userId))
  // A group may have thousands of members, and the note is stored.
  const vouching = members.filter(({ userId }) => userIds.has(userId))
  const unreported = await unreportedOf(ports, vouching)
  return { tenantId, members: vouching, vouched, before, unreported }
}

interface News {
  report: StoppedReport
  /** Members whom the next round would report, too. */
  reported: readonly WatchedMember[]
}

/** Returns the news of one account after its changes. */
const newsOf = async (ports: Ports, tenantId: string, changes: readonly Noted[]): Promise<News | undefined> => {
  const now = await stoppedNames(ports, tenantId)
  const stoppedBy = ({ vouched, before }: Noted, reported: readonly WatchedMember[]) => {
    const stoppedBefore = new Set(before)
    const userIds = new Set(reported.map(({ userId }) => userId))
    return vouched.filter(
      (item) => now.has(nameOf(item)) && (userIds.has(item.userId) || !stoppedBefore.has(nameOf(item))),
    )
  }
  const effective = changes.filter((change) => stoppedBy(change, change.unreported).length > 0)
  if (effective.length === 0) return undefined
  const tenantName = (await ports.store.tenants.get(tenantId))?.name ?? ''
  const administrators = await responsibleAdministrators(ports.store, tenantId)
  const stopped = new Map<string, Guaranteed>()
  const emails: string[] = []
  const reported: WatchedMember[] = []
  for (const change of effective) {
    // A round that runs at the same time may have reported some of them meanwhile.
    const ours = await unreportedOf(ports, change.unreported)
    const items = stoppedBy(change, ours)
    for (const item of items) stopped.set(nameOf(item), item)
    const userIds = new Set(items.map(({ userId }) => userId))
    const vouching = change.members.filter(({ userId }) => userIds.has(userId))
    emails.push(...vouching.map(({ email }) => email))
    reported.push(...ours)
  }
  if (stopped.size === 0) return undefined
  const facts = { tenantName, emails, stopped: groupedByKind([...stopped.values()]) }
  return { report: { administrators, facts }, reported }
}

/**
 * The first change is emailed at once, and those of the next minutes together: many directories send one request for
 * each user.
 */
const TOGETHER: Limit = { name: 'stopped-mail', tries: 1, windowMs: 5 * 60_000 }

const newsIn = async (ports: Ports, notes: readonly TicketRecord[]): Promise<News[]> => {
  const noted = notes.map(notedIn)
  const news: News[] = []
  for (const tenantId of new Set(noted.map((note) => note.tenantId))) {
    const ofAccount = await newsOf(
      ports,
      tenantId,
      noted.filter((note) => note.tenantId === tenantId),
    )
    if (ofAccount) news.push(ofAccount)
  }
  return news
}

/**
 * Emails the administrators what stopped because of a directory's changes, unless they got such an email in the last
 * minutes. What was noted is removed only afterwards.
 */
const reportNotes = async (ports: Ports, rootId: string): Promise<void> => {
  // The process that takes the slot reports all notes, so that processes don't share them out.
  if ((await takeSlot(ports, TOGETHER, rootId)) !== 'within') return
  const claimed = await claimNotes(ports, await heldNews(ports, rootId))
  try {
    const news = await newsIn(ports, claimed)
    if (news.length === 0) await forgetAttempts(ports, TOGETHER, rootId)
    const reports = news.map(({ report }) => report)
    await sendSome(ports, stoppedMails(ports, reports, { isByDirectory: true }))
    for (const member of news.flatMap(({ reported }) => reported)) await takeReport(ports, member)
    await dropNotes(ports, claimed)
  } catch (error) {
    await releaseNotes(ports, claimed)
    throw error
  }
}

const warnOf =
  ({ log }: Ports) =>
  (error: unknown): void =>
    log.warn('Reporting what stopped failed', error)

/** Emails what was held back, and what a process that was killed had noted. Several processes may do so at once. */
export const reportHeldNews = async (ports: Ports): Promise<void> => {
  const roots = new Set((await heldNews(ports)).map(({ tenantId }) => tenantId ?? ''))
  for (const rootId of roots) await reportNotes(ports, rootId).catch(warnOf(ports))
}

/** Reports what a request has noted, together with what was held back before. */
const reportOwn = async (ports: Ports, notes: readonly TicketRecord[]): Promise<void> => {
  const [first] = notes
  if (!first) return
  await releaseNotes(ports, await claimNotes(ports, notes))
  await reportNotes(ports, first.tenantId ?? '')
}

/**
 * Responds to a directory, and then emails administrators once what stopped because it removed users or their roles,
 * however many it did in a bulk request. The directory must not receive an error of the reports.
 */
export const serveReportingScim = async (ports: Ports, request: ScimRequest): Promise<ScimResponse> => {
  const once = readingOnce(ports)
  const warn = warnOf(ports)
  const notes: TicketRecord[] = []
  const watchStopped: WatchStopped = async (_ports, rootId, members) => {
    const note = async (watched: Pick<Noted, 'tenantId' | 'members'>) => {
      const found = await noteVouched(ports, once, watched)
      if (found) notes.push(await holdNews(ports, { rootId, position: notes.length }, found))
    }
    await note({ tenantId: rootId, members }).catch(warn)
    for (const member of members)
      for (const below of (await membersBelow(ports, member).catch(warn)) ?? [])
        await note({ tenantId: below.tenantId, members: [below] }).catch(warn)
  }
  try {
    return await serveScim(ports, request, watchStopped)
  } finally {
    await reportOwn(ports, notes).catch(warn)
  }
}
