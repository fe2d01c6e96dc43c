import type { Guaranteed } from '../../../entities/guarantee.ts'
import type { ScimRequest, ScimResponse } from '../../ports/scim.ts'
import type { Ports } from '../../ports.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Collection, Where } from '../../store/store.ts'
import type { WatchedMember, WatchStopped } from '../directory/provisioning/directory-call.ts'
import { serveScim } from '../directory/scim/serve.ts'
import { responsibleAdministrators } from '../identity/roles/administrators.ts'
import { GUARANTEES } from './guarantees.ts'
import { isUnreported, mailStopped, membersBelow, type StoppedReport, takeReport } from './report-stopped.ts'

interface Watched {
  tenantId: string
  members: readonly WatchedMember[]
}

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

/** The records that members vouched for before the directory changed them. */
interface Noted extends Watched {
  vouched: readonly Guaranteed[]
  /** Names of what had stopped before. */
  before: ReadonlySet<string>
  unreported: readonly WatchedMember[]
}

/** Notes what members vouch for before a directory removes them or their roles; most members vouch for nothing. */
const noteVouched = async (ports: Ports, once: Ports, { tenantId, members }: Watched): Promise<Noted | undefined> => {
  const all = members.map(({ userId }) => userId)
  const vouched = await inChunks(all, async (userIds) =>
    (await Promise.all(GUARANTEES.map((kind) => kind.list(once, { tenantId, userIds })))).flat(),
  )
  if (vouched.length === 0) return undefined
  const before = await stoppedNames(ports, tenantId)
  const unreported = await unreportedOf(
    ports,
    members.filter(({ userId }) => vouched.some((item) => item.userId === userId)),
  )
  return { tenantId, members, vouched, before, unreported }
}

/** Returns the news of one account after changes of a request. */
const newsOf = async (ports: Ports, tenantId: string, changes: readonly Noted[]): Promise<StoppedReport[]> => {
  const now = await stoppedNames(ports, tenantId)
  const stoppedBy = ({ vouched, before }: Noted, reported: readonly WatchedMember[]) =>
    vouched.filter((item) => {
      const isUnreported = reported.some(({ userId }) => userId === item.userId)
      return now.has(nameOf(item)) && (isUnreported || !before.has(nameOf(item)))
    })
  const effective = changes.filter((change) => stoppedBy(change, change.unreported).length > 0)
  if (effective.length === 0) return []
  const tenantName = (await ports.store.tenants.get(tenantId))?.name ?? ''
  const administrators = await responsibleAdministrators(ports.store, tenantId)
  const stopped = new Map<string, Guaranteed>()
  const emails: string[] = []
  for (const change of effective) {
    // A round that runs at the same time may have reported some of them meanwhile.
    const ours: WatchedMember[] = []
    for (const member of change.unreported) if (await takeReport(ports, member)) ours.push(member)
    const items = stoppedBy(change, ours)
    for (const item of items) stopped.set(nameOf(item), item)
    const vouching = change.members.filter(({ userId }) => items.some((item) => item.userId === userId))
    emails.push(...vouching.map(({ email }) => email))
  }
  if (stopped.size === 0) return []
  return [{ administrators, facts: { tenantName, emails, stopped: groupedByKind([...stopped.values()]) } }]
}

/**
 * Responds to a directory, and then emails administrators once what stopped because it removed users or their roles,
 * however many it did in a bulk request. The directory must not receive an error of the reports.
 */
export const serveReportingScim = async (ports: Ports, request: ScimRequest): Promise<ScimResponse> => {
  const once = readingOnce(ports)
  const warn = (error: unknown) => ports.log.warn('Reporting what stopped failed', error)
  const changes: Noted[] = []
  const watchStopped: WatchStopped = async (_ports, tenantId, members) => {
    const noted: Noted[] = []
    const note = async (watched: Watched) => {
      const found = await noteVouched(ports, once, watched).catch(warn)
      if (found) noted.push(found)
    }
    await note({ tenantId, members })
    for (const member of members)
      for (const below of (await membersBelow(ports, member).catch(warn)) ?? [])
        await note({ tenantId: below.tenantId, members: [below] })
    return async () => void changes.push(...noted)
  }
  try {
    return await serveScim(ports, request, watchStopped)
  } finally {
    const news: StoppedReport[] = []
    for (const tenantId of new Set(changes.map((change) => change.tenantId))) {
      const made = changes.filter((change) => change.tenantId === tenantId)
      news.push(...((await newsOf(ports, tenantId, made).catch(warn)) ?? []))
    }
    await mailStopped(ports, news, { isByDirectory: true }).catch(warn)
  }
}
