import type { Guaranteed } from '../../../entities/guarantee.ts'
import type { ScimRequest, ScimResponse } from '../../ports/scim.ts'
import type { Ports } from '../../ports.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Collection, Where } from '../../store/store.ts'
import type { WatchedMember, WatchStopped } from '../directory/provisioning/directory-call.ts'
import { serveScim } from '../directory/scim/serve.ts'
import { responsibleAdministrators } from '../identity/roles/administrators.ts'
import { stoppedMail } from '../mail/administrator-mails.ts'
import { post } from '../mail/mails.ts'
import { GUARANTEES } from './all-guarantees.ts'
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

/** Returns a collection that reads each list once. */
const once = <Row extends { id: string }>(collection: Collection<Row>): Collection<Row> => {
  const known = new Map<string, Promise<Row[]>>()
  const list = (where: Where<Row>): Promise<Row[]> => {
    const name = JSON.stringify(where)
    const rows = known.get(name) ?? collection.list(where)
    known.set(name, rows)
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
  const isKnown = (item: Guaranteed) =>
    before.has(nameOf(item)) && !unreported.some(({ userId }) => userId === item.userId)
  const reportNew = async () => {
    const now = await stoppedNames(ports, tenantId)
    const stopped = vouched.filter((item) => now.has(nameOf(item)) && !isKnown(item))
    if (stopped.length === 0) return
    const tenantName = (await ports.store.tenants.get(tenantId))?.name ?? ''
    const vouching = members.filter(({ userId }) => stopped.some((item) => item.userId === userId))
    const emails = vouching.map(({ email }) => email)
    const facts = { tenantName, emails, stopped: groupedByKind(stopped), isByDirectory: true }
    const administrators = await responsibleAdministrators(ports.store, tenantId)
    for (const member of unreported) await takeReport(ports, member)
    await Promise.all(administrators.map((to) => post(ports, stoppedMail(ports, to, facts))))
  }
  return reportNew
}

/** Watches the changes of one request. The directory must not receive an error of the reports. */
const watchStopped = (ports: Ports): WatchStopped => {
  const once = readingOnce(ports)
  const warn = (error: unknown) => ports.log.warn('Reporting what stopped failed', error)
  const note = async (tenantId: string, members: readonly WatchedMember[]) => {
    const reportNew = await noteVouched(ports, once, { tenantId, members }).catch(warn)
    return async () => reportNew?.().catch(warn)
  }
  return async (_ports, tenantId, members) => {
    const reports = [await note(tenantId, members)]
    for (const member of (await membersBelow(ports, members).catch(warn)) ?? [])
      reports.push(await note(member.tenantId, [member]))
    return async () => {
      for (const report of reports) await report()
    }
  }
}

/** Responds to a directory, and emails administrators what stopped because it removed users or their roles. */
export const serveReportingScim = (ports: Ports, request: ScimRequest): Promise<ScimResponse> =>
  serveScim(ports, request, watchStopped(ports))
