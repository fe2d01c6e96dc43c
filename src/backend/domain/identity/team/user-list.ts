import { MEMBER_PRESETS, type MemberListPreset } from '../../../../contract/users.ts'
import type { PageLinks, PageMeta } from '../../../../entities/paging.ts'
import type { Role } from '../../../../entities/team.ts'
import { integer, oneOf } from '../../../call/read.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import { compareValues, fold } from '../../../store/match.ts'
import type { GroupRecord, MemberRecord, PermissionRecord, UserRecord } from '../../../store/records.ts'
import type { Page, PageQuery, Where } from '../../../store/store.ts'
import { toRole } from '../../base/wire/wire.ts'
import { shownIdOf } from '../members/members.ts'
import { permissionsOf } from '../roles/grants.ts'

interface JoinedMember {
  member: MemberRecord
  user: UserRecord
  roles: Role[]
  permissions: PermissionRecord[]
  groups: GroupRecord[]
}

/**
 * Reads the users, roles, groups and permissions of a page of members, each in one read regardless of the page's
 * length.
 */
export const joinMembers = async (ports: Ports, members: readonly MemberRecord[]): Promise<JoinedMember[]> => {
  if (members.length === 0) return []
  const userIds = members.map(({ userId }) => userId)
  const roleIds = [...new Set(members.flatMap((member) => idsOf(member.roleIds)))]
  const groupIds = [...new Set(members.flatMap((member) => idsOf(member.groupIds)))]
  await ports.store.readTogether?.([
    { name: 'users', where: { id: { in: userIds } } },
    { name: 'roles', where: { id: { in: roleIds } } },
    ...(groupIds.length > 0 ? [{ name: 'groups', where: { id: { in: groupIds } } } as const] : []),
  ])
  const users = new Map((await ports.store.users.list({ id: { in: userIds } })).map((user) => [user.id, user]))
  const roles = roleIds.length ? await ports.store.roles.list({ id: { in: roleIds } }) : []
  const permissions = await permissionsOf(ports.store, roles)
  const groups = groupIds.length ? await ports.store.groups.list({ id: { in: groupIds } }) : []
  return members.flatMap((member) => {
    const user = users.get(member.userId)
    const held = roles.filter(({ id }) => idsOf(member.roleIds).includes(id))
    const keys = new Set(held.flatMap((role) => idsOf(role.permissionIds)))
    const own = permissions.filter(({ id }) => keys.has(id))
    const wireRoles = held.map((role) => toRole(role, ports.config.vendorId))
    const inGroups = groups.filter((group) => isIn(member, group))
    return user ? [{ member, user, roles: wireRoles, permissions: own, groups: inGroups }] : []
  })
}

const isIn = (member: MemberRecord, group: GroupRecord) =>
  group.tenantId === member.tenantId && idsOf(member.groupIds).includes(group.id)

/** Sort names of the lists of users that every client knows. */
export const USER_SORTS = ['createdAt', 'name', 'email', 'id', 'verified', 'isLocked', 'provider', 'tenantId'] as const

/** Returns the row's field for a sort name; only the user's id has a different name. */
export const sortFieldOf = (name: string): keyof MemberRecord & string =>
  name === 'id' ? 'userId' : (name as keyof MemberRecord & string)

type MemberPage = Required<Pick<PageQuery<MemberRecord>, 'sort'>> & Omit<PageQuery<MemberRecord>, 'where'>

/** Sorts invitations by their own id, which is the one shown (`shownIdOf`). */
const storedSort = (where: Where<MemberRecord>, sort: MemberPage['sort']): MemberPage['sort'] =>
  sort.field === 'userId' && where.activated === false ? { ...sort, field: 'id' } : sort

type Read = (where: Where<MemberRecord>, known?: { total: number }) => Promise<Page<MemberRecord>>

/** Reads the alternatives one by one, because those after the limit is reached are not counted. */
const readUpTo = async (maxTotal: number, alternatives: readonly Where<MemberRecord>[], read: Read) => {
  const pages: Page<MemberRecord>[] = []
  let total = 0
  for (const where of alternatives) {
    const page = await read(where, total < maxTotal ? undefined : { total: 0 })
    total += page.total
    pages.push(page)
  }
  return pages
}

/**
 * Reads a page over mutually exclusive alternatives. Each is read from its index up to the end of the page and the
 * results are merged, so that none has to read the whole tenant.
 */
const pageOfAny = async (
  ports: Ports,
  alternatives: readonly Where<MemberRecord>[],
  query: MemberPage,
): Promise<Page<MemberRecord>> => {
  const slice = alternatives.length === 1 ? query : { offset: 0, limit: query.offset + query.limit }
  const read: Read = (where, known) =>
    ports.store.members.page({ ...query, ...slice, ...known, where, sort: storedSort(where, query.sort) })
  const [only] = alternatives
  if (only && alternatives.length === 1) return read(only)
  const pages = query.maxTotal
    ? await readUpTo(query.maxTotal, alternatives, read)
    : await Promise.all(alternatives.map((where) => read(where)))
  const items = pages.flatMap((page) => page.items).sort(compareBy(query.sort))
  return {
    items: items.slice(query.offset, query.offset + query.limit),
    total: pages.reduce((sum, page) => sum + page.total, 0),
  }
}

/** Splits a query into members and invitations, so that both can be identified and sorted by their own ids. */
const byShownId = (where: Where<MemberRecord>, ids: readonly string[] | undefined): Where<MemberRecord>[] =>
  [
    { ...where, activated: true, ...(ids && { userId: { in: ids } }) },
    { ...where, activated: false, ...(ids && { id: { in: ids } }) },
  ].filter(({ activated }) => where.activated === undefined || where.activated === activated)

interface MemberQuery extends MemberPage {
  /** Mutually exclusive alternatives. */
  anyOf: readonly Where<MemberRecord>[]
  /** Ids by which the tenant knows its members. */
  ids?: readonly string[] | undefined
}

export const pageOfMembers = (ports: Ports, { anyOf, ids, ...query }: MemberQuery): Promise<Page<MemberRecord>> => {
  const isByShownId = ids !== undefined || query.sort.field === 'userId'
  return pageOfAny(ports, isByShownId ? anyOf.flatMap((where) => byShownId(where, ids)) : anyOf, query)
}

/** Compares rows in the order of the store (`store/match.ts`), to merge results. */
const compareBy = ({ field, order }: NonNullable<PageQuery<MemberRecord>['sort']>) => {
  const comparable = (row: MemberRecord) => {
    if (field === 'userId') return shownIdOf(row)
    const value = row[field]
    return typeof value === 'string' && (field === 'name' || field === 'email') ? fold(value) : value
  }
  const sign = order === 'ASC' ? 1 : -1
  return (left: MemberRecord, right: MemberRecord) =>
    sign * (compareValues(comparable(left), comparable(right)) || compareValues(left.id, right.id))
}

export const pageMeta = (total: number, limit: number): PageMeta => ({
  totalPages: Math.ceil(total / limit),
  totalItems: total,
})

type Query = Readonly<Record<string, string | undefined>>

interface Place {
  index: number
  limit: number
  total: number
}

/** Returns the query strings of the neighboring pages; `_offset` is the index of the page. */
const pageLinks = (query: Query, { index, limit, total }: Place): PageLinks => {
  const last = Math.max(0, Math.ceil(total / limit) - 1)
  const link = (page: number) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `?${new URLSearchParams([...given.filter(([name]) => name !== '_offset'), ['_offset', String(page)]])}`
  }
  return {
    next: index < last ? link(index + 1) : '',
    prev: index > 0 ? link(Math.min(index - 1, last)) : '',
    first: link(0),
    last: link(last),
  }
}

/** Returns the fields that the response of every list has in addition to its items. */
export const pageFields = (query: Query, place: Place): { _metadata: PageMeta; _links: PageLinks } => ({
  _metadata: pageMeta(place.total, place.limit),
  _links: pageLinks(query, place),
})

/** A user is inactive after 90 days without a sign-in. */
const INACTIVE_SECONDS = 90 * 86_400
const MAX_INACTIVE_SECONDS = 100 * 31_536_000

type MemberWhere = Where<MemberRecord>

/** Matches joined members who haven't signed in to this tenant since then; the alternatives are mutually exclusive. */
const inactiveSince = (since: number): MemberWhere[] => [
  { activated: true, lastLogin: { lt: since } },
  // Members who never signed in here count only if the membership itself is old enough.
  { activated: true, lastLogin: null, createdAt: { lt: since } },
]

const WEEK_MS = 7 * 86_400_000

/** Returns the start of the last seven days; members added since then count as joined this week. */
export const weekBegan = ({ clock }: Ports): number => clock.now() - WEEK_MS

interface PresetQuery {
  preset: string | undefined
  maxInactiveSeconds?: string | undefined
  /** @default the presets of users v3 */
  known?: readonly MemberListPreset[]
}

/** Returns the filter of a security preset. None includes pending invitations, because they give no access. */
export const presetWhere = (ports: Ports, query: PresetQuery): MemberWhere[] => {
  const limits = { min: 0, max: MAX_INACTIVE_SECONDS, fallback: INACTIVE_SECONDS }
  const seconds = integer(query.maxInactiveSeconds, '_maxInactiveSeconds', limits)
  const presets: Readonly<Record<MemberListPreset, MemberWhere[]>> = {
    'mfa-unenrolled': [{ activated: true, mfaEnrolled: false }],
    'breached-passwords': [{ activated: true, isBreachedPassword: true }],
    inactive: inactiveSince(ports.clock.now() - seconds * 1_000),
    'joined-this-week': [{ activated: true, createdAt: { gte: weekBegan(ports) } }],
  }
  const preset = oneOf(query.preset, '_preset', query.known ?? MEMBER_PRESETS)
  return preset ? presets[preset] : [{}]
}

export const tenantWhere = (tenantIds: readonly string[]): Where<MemberRecord> => {
  const [own = ''] = tenantIds
  return { tenantId: tenantIds.length === 1 ? own : { in: [...tenantIds] } }
}
