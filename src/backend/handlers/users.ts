import type { users } from '../../contract/users.ts'
import { withoutInvisibleEnds } from '../../rules/pasted-text.ts'
import { commaList, flag, oneOf, readPage } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { toMe, toPermission, toUserV3 } from '../domain/base/wire/wire.ts'
import { membersByIds, shownIdOf } from '../domain/identity/members/members.ts'
import { groupsOf } from '../domain/identity/roles/grants.ts'
import {
  joinMembers,
  pageFields,
  pageOfMembers,
  presetWhere,
  sortFieldOf,
  tenantWhere,
  USER_SORTS,
} from '../domain/identity/team/user-list.ts'
import { listedTenants } from '../domain/identity/tenants/tenant-scope.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import { idsOf } from '../store/json-text.ts'
import type { MemberRecord } from '../store/records.ts'
import type { PageQuery, Where } from '../store/store.ts'

const ORDERS = ['ASC', 'DESC'] as const

const MAX_IDS = 500

type ListQuery = Readonly<Partial<Record<string, string>>>

const idList = (value: string | undefined): string[] | undefined => {
  const ids = commaList(value)
  if (ids && ids.length > MAX_IDS) throw badRequest(`ids must name at most ${MAX_IDS} users`)
  return ids
}

/** Reads the query that both versions of the list share. `_offset` is the index of the page. */
const readListQuery = (query: ListQuery) => {
  const sort: PageQuery<MemberRecord>['sort'] = {
    field: sortFieldOf(oneOf(query._sortBy, '_sortBy', USER_SORTS) ?? 'name'),
    order: oneOf(query._order, '_order', ORDERS) ?? 'ASC',
  }
  return {
    ...readPage(query),
    sort,
    ids: idList(query.ids),
    includeSubTenants: flag(query._includeSubTenants, '_includeSubTenants'),
  }
}

const respond = async <Item>(
  {
    ports,
    query,
    anyOf,
    ids,
    text,
  }: {
    ports: Ports
    query: ListQuery
    anyOf: Where<MemberRecord>[]
    ids?: readonly string[]
    text: string | undefined
  },
  toItem: (joined: Awaited<ReturnType<typeof joinMembers>>[number]) => Item,
) => {
  const { index, limit, offset, sort } = readListQuery(query)
  const search = text ? { text, fields: ['name', 'email'] as const } : undefined
  const page = await pageOfMembers(ports, { anyOf, ids, search, sort, offset, limit })
  return {
    items: (await joinMembers(ports, page.items)).map(toItem),
    ...pageFields(query, { index, limit, total: page.total }),
  }
}

const listV2 = async ({ ports, auth, query }: SignedCall<(typeof users)['listUsersV2']>) => {
  const { includeSubTenants, ids } = readListQuery(query)
  if (query.metadata) throw badRequest('Filtering by metadata is not supported')
  const tenants = await listedTenants(ports, auth, { includeSubTenants })
  const wanted = { ports, query, anyOf: [tenantWhere(tenants)], ids, text: withoutInvisibleEnds(query._filter ?? '') }
  return respond(wanted, ({ member, user, roles, permissions, groups }) =>
    toMe(
      toUserV3(member, user, roles),
      roles,
      permissions.map((permission) => toPermission(permission)),
      groups,
    ),
  )
}

const listV3 = async ({ ports, auth, query }: SignedCall<(typeof users)['listUsersV3']>) => {
  const { includeSubTenants, ids } = readListQuery(query)
  const tenants = await listedTenants(ports, auth, { includeSubTenants, tenantId: query._tenantId || undefined })
  const anyOf = presetWhere(ports, { preset: query._preset, maxInactiveSeconds: query._maxInactiveSeconds })
  const wanted = { ports, query, anyOf: anyOf.map((where) => ({ ...tenantWhere(tenants), ...where })), ids }
  return respond({ ...wanted, text: withoutInvisibleEnds(query._email ?? '') }, ({ member, user, roles }) =>
    toUserV3(member, user, roles),
  )
}

const namedMembers = async (ports: Ports, tenantId: string, ids: string | undefined): Promise<MemberRecord[]> => {
  const wanted = idList(ids)
  if (!wanted) throw badRequest('ids must name at least one user')
  return membersByIds(ports.store, tenantId, wanted)
}

const idsOfMember = ({ config: { vendorId } }: Ports, member: MemberRecord) => ({
  vendorId,
  tenantId: member.tenantId,
  userId: shownIdOf(member),
})

export const usersHandlers = {
  listUsersV2: signedIn((call) => listV2(call)),
  listUsersV3: signedIn((call) => listV3(call)),
  getUsersRoles: signedIn(async ({ ports, auth, query }) => {
    const members = await namedMembers(ports, auth.tenantId, query.ids)
    return members.map((member) => ({ ...idsOfMember(ports, member), roleIds: idsOf(member.roleIds) }))
  }),
  getUsersGroups: signedIn(async ({ ports, auth, query }) => {
    const members = await namedMembers(ports, auth.tenantId, query.ids)
    const known = (await groupsOf(ports.store, auth.tenantId, members)).map(({ id }) => id)
    return members.map((member) => ({
      ...idsOfMember(ports, member),
      groupIds: idsOf(member.groupIds).filter((id) => known.includes(id)),
    }))
  }),
} satisfies Omit<Handlers<typeof users>, 'getUserJwtForTenant'>
