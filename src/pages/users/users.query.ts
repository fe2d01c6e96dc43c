import {
  MEMBER_FACTORS,
  MEMBER_PRESETS,
  type MemberFactor,
  type MemberPreset,
  type MemberSort,
  type MembersQuery,
} from '../../contract/additions.ts'
import type { UserListQueryV2 } from '../../contract/users.ts'
import { MEMBER_STATUSES, type MemberStatus } from '../../rules/member-status.ts'

/** What the list shows; `undefined` filters let everything through. */
export interface UsersQuery {
  search: string
  role?: string | undefined
  status?: MemberStatus | undefined
  factor?: MemberFactor | undefined
  group?: string | undefined
  preset?: MemberPreset | undefined
  /** People of the sub-accounts too. */
  subAccounts?: boolean | undefined
  sort: MemberSort
  order: 'ASC' | 'DESC'
  /** Index of the page, from 0. */
  page: number
  size: number
}

const SORTS: readonly MemberSort[] = ['name', 'email', 'createdAt', 'lastLogin']
export const PAGE_SIZES = [10, 20, 50, 100] as const

/** The list is short after a bulk add, so that the new rows are in view. */
export const BULK_ADD_PAGE_SIZE = 10

/** Seed 001 §9: team users by 20, offset 0, by name, DESC. */
export const DEFAULT_QUERY: UsersQuery = { search: '', sort: 'name', order: 'DESC', page: 0, size: 20 }

/** Any change but of the page itself returns to page 1. */
export const changeQuery = (query: UsersQuery, patch: Partial<UsersQuery>): UsersQuery => ({
  ...query,
  page: 0,
  ...patch,
})

export const hasFilters = (query: UsersQuery): boolean =>
  Boolean(query.search || query.role || query.status || query.factor || query.group || query.preset)

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text)

/** Reads a deep link; whatever is unknown or odd keeps its default. */
export const queryFromSearch = (search: string): UsersQuery => {
  const params = new URLSearchParams(search)
  const [sort = null, order = null] = params.get('sort')?.split(':') ?? []
  const page = Number(params.get('page') ?? 1)
  const size = Number(params.get('size'))
  const group = params.get('group')
  const preset = oneOf(MEMBER_PRESETS, params.get('security'))
  return {
    search: params.get('search') ?? '',
    role: params.get('role') || undefined,
    status: oneOf(MEMBER_STATUSES, params.get('status')),
    factor: oneOf(MEMBER_FACTORS, params.get('factor')),
    ...(group && { group }),
    ...(preset && { preset }),
    ...(params.get('sub') === '1' && { subAccounts: true }),
    sort: oneOf(SORTS, sort) ?? DEFAULT_QUERY.sort,
    order: order ? (oneOf(['ASC', 'DESC'], order.toUpperCase()) ?? DEFAULT_QUERY.order) : DEFAULT_QUERY.order,
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    size: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_QUERY.size,
  }
}

/** The deep link of a query; defaults are left out. */
export const searchFromQuery = (query: UsersQuery): string => {
  const params = new URLSearchParams()
  const isDefaultSort = query.sort === DEFAULT_QUERY.sort && query.order === DEFAULT_QUERY.order
  if (query.search) params.set('search', query.search)
  if (query.role) params.set('role', query.role)
  if (query.status) params.set('status', query.status)
  if (query.factor) params.set('factor', query.factor)
  if (query.group) params.set('group', query.group)
  if (query.preset) params.set('security', query.preset)
  if (query.subAccounts) params.set('sub', '1')
  if (!isDefaultSort) params.set('sort', `${query.sort}:${query.order.toLowerCase()}`)
  if (query.size !== DEFAULT_QUERY.size) params.set('size', String(query.size))
  if (query.page > 0) params.set('page', String(query.page + 1))
  return params.toString()
}

export const toMembersQuery = (query: UsersQuery): MembersQuery => ({
  ...(query.search && { search: query.search }),
  ...(query.role && { roleId: query.role }),
  ...(query.status && { status: query.status }),
  ...(query.factor && { factor: query.factor }),
  ...(query.group && { groupId: query.group }),
  ...(query.preset && { preset: query.preset }),
  ...(query.subAccounts && { includeSubTenants: true }),
  sort: query.sort,
  order: query.order,
  offset: query.page,
  limit: query.size,
})

/** The same list by the wire's own call, which filters by text alone and knows no sort by last sign-in. */
export const toWireQuery = (query: UsersQuery): UserListQueryV2 => ({
  ...(query.search && { _filter: query.search }),
  _sortBy: query.sort === 'lastLogin' ? 'name' : query.sort,
  _order: query.order,
  _offset: query.page,
  _limit: query.size,
  _includeSubTenants: query.subAccounts === true,
})
