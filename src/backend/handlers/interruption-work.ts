import type { Guaranteed, Interruption } from '../../entities/guarantee.ts'
import { iso } from '../domain/base/wire/wire.ts'
import type { Guarantees, Interrupted } from '../domain/identity/guarantor/guarantee.ts'
import { guarantorOf } from '../domain/identity/guarantor/guarantor.ts'
import type { Ports } from '../ports.ts'
import type { UserRecord } from '../store/records.ts'

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

interface Loss {
  at: string | null
  guarantor: Interruption['guarantor']
}

const shownUser = ({ id, name, email }: UserRecord) => ({ id, name, email })

const lossOf = async (ports: Ports, tenantId: string, guarantorId: string | null): Promise<Loss> => {
  const userId = (await guarantorOf(ports, tenantId, guarantorId))?.userId
  const user = userId === undefined ? undefined : await ports.store.users.get(userId)
  const at = userId === undefined ? null : await lastChangeOf(ports, tenantId, userId)
  return { at: at === null ? null : iso(at), guarantor: user ? shownUser(user) : null }
}

interface Found extends Omit<Interrupted, 'problem'> {
  reason: Interruption['reason']
}

/** Groups items of the same kind, reason and guarantor, because one guarantor may vouch for hundreds. */
const grouped = async (
  found: readonly Found[],
  lossOfGuarantor: (guarantorId: string | null) => Promise<Loss>,
): Promise<Interruption[]> => {
  const groups = new Map<string, Found[]>()
  for (const item of found) {
    const name = `${item.kind} ${item.reason} ${item.guarantorId}`
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  const shown = [...groups.values()].map(async (items): Promise<Interruption[]> => {
    const [first] = items
    if (!first) return []
    const { kind, reason, guarantorId } = first
    return [
      {
        kind,
        reason,
        ...(await lossOfGuarantor(guarantorId)),
        items: items.slice(0, MAX_ITEMS).map(({ id, name }) => ({ id, name })),
        count: items.length,
        exceeding: items.reduce((sum, { exceeding = 0 }) => sum + exceeding, 0),
      },
    ]
  })
  return (await Promise.all(shown)).flat()
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

/** Lists what the guarantors of an account's records limit now, or will limit soon. */
export const interruptionsOf = async (
  ports: Ports,
  tenantId: string,
  kinds: readonly Guarantees[],
): Promise<Interruption[]> => {
  const lists = await Promise.all(kinds.map((kind) => kind.interrupted(ports, tenantId)))
  const interrupted = lists.flat()
  const isNew = ({ kind, id }: Guaranteed) => !interrupted.some((one) => one.kind === kind && one.id === id)
  const begun = await grouped(
    interrupted.map(({ problem: reason, ...item }) => ({ ...item, reason })),
    (guarantorId) => lossOf(ports, tenantId, guarantorId),
  )
  return [...begun, ...(await endingOf(ports, tenantId, { kinds, isNew }))].sort(inOrder)
}
