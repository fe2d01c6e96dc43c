import type { AffectedAdministrator, Guaranteed, Interruption } from '../../../entities/guarantee.ts'
import { coversPermissions } from '../../../rules/permission.ts'
import type { Ports } from '../../ports.ts'
import type { UserRecord } from '../../store/records.ts'
import { iso } from '../base/wire/wire.ts'
import type { Guarantees, Interrupted } from '../identity/guarantor/guarantee.ts'
import { guarantorOf, namedBy, shownLimit } from '../identity/guarantor/guarantor.ts'

/** Milliseconds before the end of a guarantor's access at which the end is announced. */
const ANNOUNCED_MS = 30 * 86_400_000

/** Number of items that are named; the others are counted. */
const MAX_ITEMS = 5

/** Audit entries about a change of a user's own access. */
const ACCESS_CHANGES = [
  'User updated',
  'User roles changed',
  'User removed',
  'User removed from account',
  'User left',
  'User deleted',
]

/** Returns when a user's access last changed, as far as the membership or the audit log shows it. */
const lastChangeOf = async ({ store, clock }: Ports, tenantId: string, userId: string): Promise<number | null> => {
  const member = await store.members.find({ tenantId, userId })
  if (member?.disabledAt) return member.disabledAt
  if (member?.temporaryUntil && member.temporaryUntil <= clock.now()) return member.temporaryUntil
  const rows = { tenantId, action: { in: ACCESS_CHANGES } }
  const { items } = await store.audits.page({
    filter: {
      any: [
        { where: { ...rows, detail: { has: JSON.stringify(userId) } } },
        { where: { tenantId, action: 'User left', userId } },
      ],
    },
    sort: { field: 'createdAt', order: 'DESC' },
    offset: 0,
    limit: 1,
    maxTotal: 1,
  })
  return items[0]?.createdAt ?? null
}

type Loss = Pick<Interruption, 'at' | 'guarantor' | 'connectionLimit'>

const shownUser = ({ id, name, email }: UserRecord) => ({ id, name, email })

const lossOf = async (ports: Ports, tenantId: string, guarantorId: string | null): Promise<Loss> => {
  const found = await guarantorOf(ports, tenantId, guarantorId)
  const user = found && (await ports.store.users.get(found.userId))
  const guarantor = user ? shownUser(user) : null
  // The connection stopped it, not a change of the user's own access.
  if (found?.connectionLimit) return { at: null, guarantor, ...shownLimit(found) }
  const at = found ? await lastChangeOf(ports, tenantId, found.userId) : null
  return { at: at === null ? null : iso(at), guarantor }
}

interface Found extends Omit<Interrupted, 'problem'> {
  reason: Interruption['reason']
}

/** Returns the administrators of a group's connections, each once with their sessions of all of these connections. */
const administratorsOf = (items: readonly Found[]): Pick<Interruption, 'administrators'> => {
  const all = new Map<string, AffectedAdministrator>()
  for (const one of items.flatMap(({ administrators = [] }) => administrators))
    all.set(one.id, { ...one, sessions: one.sessions + (all.get(one.id)?.sessions ?? 0) })
  return all.size > 0 ? { administrators: [...all.values()].slice(0, MAX_ITEMS) } : {}
}

/**
 * Groups items of the same kind, reason and guarantor, because one guarantor may vouch for hundreds, in sessions of
 * several connections.
 */
const grouped = async (
  found: readonly Found[],
  lossOfGuarantor: (guarantorId: string | null) => Promise<Loss>,
): Promise<Interruption[]> => {
  const losses = new Map<string | null, Loss>()
  const groups = new Map<string, { loss: Loss; items: Found[] }>()
  for (const item of found) {
    const { kind, reason, guarantorId } = item
    const loss = losses.get(guarantorId) ?? (await lossOfGuarantor(guarantorId))
    losses.set(guarantorId, loss)
    const name = `${kind} ${reason} ${loss.connectionLimit} ${namedBy(guarantorId ?? '').userId}`
    const group = groups.get(name) ?? { loss, items: [] }
    groups.set(name, { ...group, items: [...group.items, item] })
  }
  return [...groups.values()].flatMap(({ loss, items }) => {
    const [first] = items
    if (!first) return []
    return {
      kind: first.kind,
      reason: first.reason,
      ...loss,
      items: items.slice(0, MAX_ITEMS).map(({ id, name }) => ({ id, name })),
      count: items.length,
      exceeding: new Set(items.flatMap(({ exceedingIds = [] }) => exceedingIds)).size,
      ...administratorsOf(items),
    }
  })
}

/** Returns temporary members whose access ends soon, with its end. */
const endingMembers = async ({ store, clock }: Ports, tenantId: string): Promise<Map<string, number>> => {
  const soon = { gte: clock.now() + 1, lt: clock.now() + ANNOUNCED_MS }
  const temporary = await store.members.list({ tenantId, temporaryUntil: soon })
  return new Map(temporary.map(({ userId, temporaryUntil }) => [userId, temporaryUntil ?? 0]))
}

const endingOf = async (
  ports: Ports,
  tenantId: string,
  { kinds, isNew }: { kinds: readonly Guarantees[]; isNew: (item: Guaranteed) => boolean },
): Promise<Interruption[]> => {
  const ends = await endingMembers(ports, tenantId)
  if (ends.size === 0) return []
  const userIds = [...ends.keys()]
  const lists = await Promise.all(kinds.map((kind) => kind.list(ports, { tenantId, userIds })))
  const found = lists.flat().filter(isNew)
  return grouped(
    found.map(({ userId: guarantorId, ...item }) => ({ ...item, guarantorId, reason: 'ends' })),
    async (id) => {
      const user = id === null ? undefined : await ports.store.users.get(id)
      return { at: iso(ends.get(id ?? '') ?? 0), guarantor: user ? shownUser(user) : null }
    },
  )
}

const isBegun = ({ reason }: Interruption): boolean => reason !== 'ends'

/** Sorts interruptions that have begun first, then those that begin soonest. */
const inOrder = (one: Interruption, other: Interruption): number =>
  Number(isBegun(other)) - Number(isBegun(one)) || (one.at ?? '').localeCompare(other.at ?? '', 'en')

const interruptedIn = async (ports: Ports, tenantId: string, kinds: readonly Guarantees[]): Promise<Interrupted[]> =>
  (await Promise.all(kinds.map((kind) => kind.interrupted(ports, tenantId)))).flat()

/** Lists what the guarantors of an account's records limit now, or will limit soon. */
export const interruptionsOf = async (
  ports: Ports,
  tenantId: string,
  kinds: readonly Guarantees[],
): Promise<Interruption[]> => {
  const interrupted = await interruptedIn(ports, tenantId, kinds)
  const isNew = ({ kind, id }: Guaranteed) => !interrupted.some((one) => one.kind === kind && one.id === id)
  const begun = await grouped(
    interrupted.map(({ problem: reason, ...item }) => ({ ...item, reason })),
    (guarantorId) => lossOf(ports, tenantId, guarantorId),
  )
  return [...begun, ...(await endingOf(ports, tenantId, { kinds, isNew }))].sort(inOrder)
}

/** Returns whether a record does less than before, when it was limited too, because of its guarantor. */
const isLimitedMore = (before: Interrupted, after: Interrupted): boolean => {
  if (after.problem === 'gone' && before.problem !== 'gone') return true
  if (after.exceedingIds?.some((id) => !before.exceedingIds?.includes(id))) return true
  const { all = [], kept = [] } = after.uses ?? {}
  // A permission that the record's own role loses isn't lost because of the guarantor.
  return before.uses?.kept.some((use) => coversPermissions(all, [use]) && !coversPermissions(kept, [use])) === true
}

/**
 * Lists what the guarantors limit in `after`, a view with an unsaved change, and don't limit as much yet: records that
 * nothing limits now, that concern more administrators, or that lose more roles, permissions or events. Most changes
 * limit nothing, so what is limited already is read only if it is needed.
 */
export const interruptionsBy = async (
  ports: Ports,
  after: Ports,
  tenantId: string,
  kinds: readonly Guarantees[],
): Promise<Interruption[]> => {
  const limited = await interruptedIn(after, tenantId, kinds)
  if (limited.length === 0) return []
  const known = await interruptedIn(ports, tenantId, kinds)
  const isNew = (now: Interrupted): boolean => {
    const before = known.find(({ kind, id }) => kind === now.kind && id === now.id)
    return before === undefined || isLimitedMore(before, now)
  }
  return grouped(
    limited.filter(isNew).map(({ problem: reason, ...item }) => ({ ...item, reason })),
    async (guarantorId) => {
      const found = await guarantorOf(ports, tenantId, guarantorId)
      const user = found && (await ports.store.users.get(found.userId))
      return { at: null, guarantor: user ? shownUser(user) : null }
    },
  )
}
