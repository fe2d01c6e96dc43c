import { areaOfEvent, type EventArea } from '../domain/events/catalog.ts'
import type { Peer } from '../http/edge.ts'
import type { AuditRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Commit } from './commits.test-kit.ts'
import type { CollectionName } from './tracked-store.test-kit.ts'

interface Observed {
  /** Successful calls. */
  calls: number
  /** Successful calls that left a row. */
  withRow: number
  /** Successful calls that left a row with the previous or the new values. */
  withChange: number
  /** Successful calls that left a row with the previous values. */
  withBefore: number
  /** Successful calls whose row contains the caller's IP address and user agent. */
  withCaller: number
  /** Areas of the events that these calls recorded. */
  areas: ReadonlySet<EventArea>
  /** Collections that the calls changed in a transaction other than that of their row. */
  apart: ReadonlySet<CollectionName>
}

const NONE: Observed = {
  calls: 0,
  withRow: 0,
  withChange: 0,
  withBefore: 0,
  withCaller: 0,
  areas: new Set(),
  apart: new Set(),
}

/** Values are `null` if there were none. */
const factsOf = ({ detail }: AuditRecord): { before: unknown; after: unknown } => {
  const { before = null, after = null } = JSON.parse(detail || '{}')
  return { before, after }
}

const hasBefore = (row: AuditRecord): boolean => factsOf(row).before !== null

const isChange = (row: AuditRecord): boolean => hasBefore(row) || factsOf(row).after !== null

/** Collections that aren't part of a change: counters, one-time secrets, the log, queues and traces of use. */
const BESIDES: ReadonlySet<CollectionName> = new Set([
  'attempts',
  'tickets',
  'keys',
  'audits',
  'auditHeads',
  'auditCheckpoints',
  'auditTallies',
  'messages',
  'outgoingMails',
])

const apartIn = (commits: readonly Commit[]): CollectionName[] =>
  commits
    .filter((commit) => !commit.has('audits'))
    .flatMap((commit) => [...commit].filter((name) => !BESIDES.has(name)))

/** Creates an observer that records for every successful changing call whether a row was written meanwhile. */
export const createAuditObserver = (
  { audits, auditHeads, events }: Pick<Store, 'audits' | 'auditHeads' | 'events'>,
  takeCommits: () => Commit[],
) => {
  const operations = new Map<string, Observed>()

  const eventIds = async () => new Set((await events.list({})).map(({ id }) => id))

  const areasAfter = async (before: ReadonlySet<string>): Promise<EventArea[]> =>
    (await events.list({})).filter(({ id }) => !before.has(id)).flatMap(({ key }) => areaOfEvent(key) ?? [])

  const ends = async () => new Map((await auditHeads.list({})).map(({ id, seq }) => [id, seq]))

  const rowsAfter = async (before: ReadonlyMap<string, number>): Promise<AuditRecord[]> => {
    const grown = [...(await ends())].filter(([tenantId, seq]) => seq > (before.get(tenantId) ?? 0))
    const lists = grown.map(([tenantId]) => audits.list({ tenantId, seq: { gte: (before.get(tenantId) ?? 0) + 1 } }))
    return (await Promise.all(lists)).flat()
  }

  return {
    operations,
    async during(
      operation: string | undefined,
      { request, peer }: { request: Request; peer: Peer | undefined },
      call: () => Promise<Response>,
    ): Promise<Response> {
      if (!operation || request.method === 'GET' || request.method === 'HEAD') return call()
      const before = await ends()
      const known = await eventIds()
      takeCommits()
      const response = await call()
      const commits = takeCommits()
      // A redirect may be the end of a sign-in.
      if (response.status >= 400) return response
      const rows = await rowsAfter(before)
      const userAgent = request.headers.get('User-Agent') ?? ''
      const isOfCaller = (row: AuditRecord) => row.ip === (peer?.address ?? '') && row.userAgent === userAgent
      const { calls, withRow, withChange, withBefore, withCaller, areas, apart } = operations.get(operation) ?? NONE
      operations.set(operation, {
        calls: calls + 1,
        withRow: withRow + Number(rows.length > 0),
        withChange: withChange + Number(rows.some(isChange)),
        withBefore: withBefore + Number(rows.some(hasBefore)),
        withCaller: withCaller + Number(rows.some(isOfCaller)),
        areas: new Set([...areas, ...(await areasAfter(known))]),
        apart: new Set([...apart, ...apartIn(commits)]),
      })
      return response
    },
  }
}
