import type { Guaranteed } from '../../../entities/guarantee.ts'
import type { ScimRequest, ScimResponse } from '../../ports/scim.ts'
import type { Ports } from '../../ports.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Collection, Where } from '../../store/store.ts'
import type { WatchedMember, WatchStopped } from '../directory/provisioning/directory-call.ts'
import { serveScim } from '../directory/scim/serve.ts'
import { responsibleAdministrators } from '../identity/roles/administrators.ts'
import { GUARANTEES } from './all-guarantees.ts'
import { mailStopped, type StoppedReport } from './mail-stopped.ts'
import { membersBelow } from './members-below.ts'
import { isUnreported, takeReport } from './report-stopped.ts'

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

/** Notes what members vouch for before a directory removes them or their roles; most members vouch for nothing. */
const noteVouched = async (ports: Ports, once: Ports, { tenantId, members }: Watched) => {
  const all = members.map(({ userId }) => userId)
  const vouched = await inChunks(all, async (userIds) =>
    (await Promise.all(GUARANTEES.map((kind) => kind.list(once, { tenantId, userIds })))).flat(),
  )
  if (vouched.length === 0) return async () => undefined
  const before = await stoppedNames(ports, tenantId)
  const unreported = await unreportedOf(
    ports,
    members.filter(({ userId }) => vouched.some((item) => item.userId === userId)),
  )
  const newOf = (now: ReadonlySet<string>, reported: readonly WatchedMember[]) =>
    vouched.filter((item) => {
      const isUnreported = reported.some(({ userId }) => userId === item.userId)
      return now.has(nameOf(item)) && (isUnreported || !before.has(nameOf(item)))
    })
  return async () => {
    const now = await stoppedNames(ports, tenantId)
    if (newOf(now, unreported).length === 0) return undefined
    const tenantName = (await ports.store.tenants.get(tenantId))?.name ?? ''
    const administrators = await responsibleAdministrators(ports.store, tenantId)
    // A round that runs at the same time may have reported some of them meanwhile.
    const ours: WatchedMember[] = []
    for (const member of unreported) if (await takeReport(ports, member)) ours.push(member)
    const stopped = newOf(now, ours)
    if (stopped.length === 0) return undefined
    const vouching = members.filter(({ userId }) => stopped.some((item) => item.userId === userId))
    const emails = vouching.map(({ email }) => email)
    return { administrators, facts: { tenantName, emails, stopped: groupedByKind(stopped) } }
  }
}

/** Watches the changes of one request. The directory must not receive an error of the reports. */
const watchStopped = (ports: Ports): WatchStopped => {
  const once = readingOnce(ports)
  const warn = (error: unknown) => ports.log.warn('Reporting what stopped failed', error)
  const note = async (tenantId: string, members: readonly WatchedMember[]) => {
    const newsOf = await noteVouched(ports, once, { tenantId, members }).catch(warn)
    return async () => newsOf?.().catch(warn)
  }
  return async (_ports, tenantId, members) => {
    const reports = [await note(tenantId, members)]
    for (const member of members)
      for (const below of (await membersBelow(ports, member).catch(warn)) ?? [])
        reports.push(await note(below.tenantId, [below]))
    return async () => {
      const news: StoppedReport[] = []
      for (const report of reports) {
        const found = await report()
        if (found) news.push(found)
      }
      await mailStopped(ports, news, { isByDirectory: true }).catch(warn)
    }
  }
}

/** Responds to a directory, and emails administrators what stopped because it removed users or their roles. */
export const serveReportingScim = (ports: Ports, request: ScimRequest): Promise<ScimResponse> =>
  serveScim(ports, request, watchStopped(ports))
