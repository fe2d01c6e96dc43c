import {
  MEMBER_FACTORS,
  MEMBER_LIST_PRESETS,
  MEMBER_PROVIDERS,
  MEMBER_SORTS,
  type MemberFactor,
  type MemberListPreset,
  type MemberProvider,
  type MemberSort,
  type MembersQuery,
  type UserListQueryV2,
} from '../../contract/users.ts'
import { type ListQuery, listQuery, type UrlCodec } from '../../parts/record-list/list-state.ts'
import { MEMBER_STATUSES, type MemberStatus } from '../../rules/member-status.ts'

/** Query of the list; filters that are `undefined` match all users. */
export interface UsersQuery extends ListQuery<MemberSort> {
  role?: string | undefined
  status?: MemberStatus | undefined
  factor?: MemberFactor | undefined
  group?: string | undefined
  preset?: MemberListPreset | undefined
  provider?: MemberProvider | undefined
  /** Includes users of the sub-accounts. */
  subAccounts?: boolean | undefined
}

/** Sorted by name from Z to A, which is the default of the original API. */
const listed = listQuery<MemberSort>(MEMBER_SORTS, { sort: 'name', order: 'DESC' })

export const DEFAULT_QUERY: UsersQuery = listed.initial

/** The list is short after a bulk add, so that the new rows are in view. */
export const BULK_ADD_PAGE_SIZE = 10

export const NO_FILTERS: Partial<UsersQuery> = {
  search: '',
  role: undefined,
  status: undefined,
  factor: undefined,
  group: undefined,
  preset: undefined,
  provider: undefined,
}

export const hasFilters = (query: UsersQuery): boolean =>
  Boolean(query.search || query.role || query.status || query.factor || query.group || query.preset || query.provider)

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text)

/** The query in the page's URL. */
export const usersQueryCodec: UrlCodec<UsersQuery> = {
  read(params) {
    const group = params.get('group')
    const preset = oneOf(MEMBER_LIST_PRESETS, params.get('security'))
    const provider = oneOf(MEMBER_PROVIDERS, params.get('source'))
    return {
      ...listed.read(params),
      role: params.get('role') || undefined,
      status: oneOf(MEMBER_STATUSES, params.get('status')),
      factor: oneOf(MEMBER_FACTORS, params.get('factor')),
      ...(group && { group }),
      ...(preset && { preset }),
      ...(provider && { provider }),
      ...(params.get('sub') === '1' && { subAccounts: true }),
    }
  },
  write(query, params) {
    listed.write(query, params)
    if (query.role) params.set('role', query.role)
    if (query.status) params.set('status', query.status)
    if (query.factor) params.set('factor', query.factor)
    if (query.group) params.set('group', query.group)
    if (query.preset) params.set('security', query.preset)
    if (query.provider) params.set('source', query.provider)
    if (query.subAccounts) params.set('sub', '1')
  },
}

export const toMembersQuery = (query: UsersQuery): MembersQuery => ({
  ...(query.search && { search: query.search }),
  ...(query.role && { roleId: query.role }),
  ...(query.status && { status: query.status }),
  ...(query.factor && { factor: query.factor }),
  ...(query.group && { groupId: query.group }),
  ...(query.preset && { preset: query.preset }),
  ...(query.provider && { provider: query.provider }),
  ...(query.subAccounts && { includeSubTenants: true }),
  sort: query.sort,
  order: query.order,
  offset: query.page,
  limit: query.size,
})

/** Converts the query for the original list call, which filters by text only and can't sort by the last sign-in. */
export const toWireQuery = (query: UsersQuery): UserListQueryV2 => ({
  ...(query.search && { _filter: query.search }),
  _sortBy: query.sort === 'lastLogin' ? 'name' : query.sort,
  _order: query.order,
  _offset: query.page,
  _limit: query.size,
  _includeSubTenants: query.subAccounts === true,
})
