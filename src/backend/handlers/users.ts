import type { users } from '../../contract/users.ts'
import { commaList, flag, integer, oneOf } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { READ_USERS } from '../domain/members/members.ts'
import { joinMembers, pageLinks, pageMeta, sortFieldOf } from '../domain/members/user-list.ts'
import { presetWhere, tenantWhere } from '../domain/members/user-presets.ts'
import { groupsOf, idsOf } from '../domain/roles/grants.ts'
import { listedTenants } from '../domain/tenants/tenant-scope.ts'
import { toMe, toPermission, toUserV3 } from '../domain/wire/wire.ts'
import { allowed, type Handlers, type SignedCall } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { MemberRecord } from '../store/records.ts'
import type { PageQuery, Where } from '../store/store.ts'

const SORTS = ['createdAt', 'name', 'email', 'id', 'verified', 'isLocked', 'provider', 'tenantId'] as const
const ORDERS = ['ASC', 'DESC'] as const

const LONGEST_PAGE = 200
const MOST_PAGES = 1_000_000
const MOST_IDS = 500

type ListQuery = Readonly<Partial<Record<string, string>>>

const idList = (value: string | undefined): string[] | undefined => {
  const ids = commaList(value)
  if (ids && ids.length > MOST_IDS) throw badRequest(`ids must name at most ${MOST_IDS} users`)
  return ids
}

/** What both versions of the list share. `_offset` is the index of the page. */
const readPage = (query: ListQuery) => {
  const index = integer(query._offset, '_offset', { min: 0, max: MOST_PAGES, fallback: 0 })
  const limit = integer(query._limit, '_limit', { min: 1, max: LONGEST_PAGE, fallback: 20 })
  const sort: PageQuery<MemberRecord>['sort'] = {
    field: sortFieldOf(oneOf(query._sortBy, '_sortBy', SORTS) ?? 'name'),
    order: oneOf(query._order, '_order', ORDERS) ?? 'ASC',
  }
  return {
    index,
    limit,
    sort,
    ids: idList(query.ids),
    includeSubTenants: flag(query._includeSubTenants, '_includeSubTenants'),
  }
}

const answer = async <Item>(
  {
    ports,
    query,
    where,
    text,
  }: { ports: Ports; query: ListQuery; where: Where<MemberRecord>; text: string | undefined },
  toItem: (joined: Awaited<ReturnType<typeof joinMembers>>[number]) => Item,
) => {
  const { index, limit, sort } = readPage(query)
  const search = text ? { text, fields: ['name', 'email'] as const } : undefined
  const page = await ports.store.members.page({ where, search, sort, offset: index * limit, limit })
  return {
    items: (await joinMembers(ports, page.items)).map(toItem),
    _metadata: pageMeta(page.total, limit),
    _links: pageLinks(query, { index, limit, total: page.total }),
  }
}

const listV2 = async ({ ports, auth, query }: SignedCall<(typeof users)['listUsersV2']>) => {
  const { includeSubTenants, ids } = readPage(query)
  if (query.metadata) throw badRequest('metadata is not a filter of this server')
  const tenants = await listedTenants(ports, auth, { includeSubTenants })
  const where = { ...tenantWhere(tenants), ...(ids && { userId: { in: ids } }) }
  return answer({ ports, query, where, text: query._filter?.trim() }, ({ member, user, roles, permissions, groups }) =>
    toMe(
      toUserV3(member, user, roles),
      roles,
      permissions.map((permission) => toPermission(permission)),
      groups,
    ),
  )
}

const listV3 = async ({ ports, auth, query }: SignedCall<(typeof users)['listUsersV3']>) => {
  const { includeSubTenants, ids } = readPage(query)
  const tenants = await listedTenants(ports, auth, { includeSubTenants, tenantId: query._tenantId || undefined })
  const preset = await presetWhere(ports, {
    preset: query._preset,
    maxInactiveSeconds: query._maxInactiveSeconds,
  })
  const known = typeof preset.userId === 'object' && preset.userId !== null ? preset.userId.in : undefined
  const wanted = ids && known ? ids.filter((id) => known.includes(id)) : (ids ?? known)
  const where = { ...tenantWhere(tenants), ...preset, ...(wanted && { userId: { in: wanted } }) }
  return answer({ ports, query, where, text: query._email?.trim() }, ({ member, user, roles }) =>
    toUserV3(member, user, roles),
  )
}

const membersByIds = async (ports: Ports, tenantId: string, ids: string | undefined): Promise<MemberRecord[]> => {
  const wanted = idList(ids)
  if (!wanted) throw badRequest('ids must name at least one user')
  return ports.store.members.list({ tenantId, userId: { in: wanted } })
}

export const usersHandlers = {
  listUsersV2: allowed(READ_USERS, (call) => listV2(call)),
  listUsersV3: allowed(READ_USERS, (call) => listV3(call)),
  getUsersRoles: allowed(READ_USERS, async ({ ports, auth, query }) => {
    const members = await membersByIds(ports, auth.tenantId, query.ids)
    const { vendorId } = ports.config
    return members.map(({ tenantId, userId, roleIds }) => ({ vendorId, tenantId, userId, roleIds: idsOf(roleIds) }))
  }),
  getUsersGroups: allowed(READ_USERS, async ({ ports, auth, query }) => {
    const members = await membersByIds(ports, auth.tenantId, query.ids)
    const known = (await groupsOf(ports.store, auth.tenantId, members)).map(({ id }) => id)
    const { vendorId } = ports.config
    return members.map(({ tenantId, userId, groupIds }) => ({
      vendorId,
      tenantId,
      userId,
      groupIds: idsOf(groupIds).filter((id) => known.includes(id)),
    }))
  }),
} satisfies Omit<Handlers<typeof users>, 'getUserJwtForTenant'>
