import type { Me } from '../../entities/auth.ts'
import type { PagedItems, PageMeta } from '../../entities/paging.ts'
import { endpoint } from '../endpoint.ts'

/** The strongest second factor that a member has enrolled. */
export const MEMBER_FACTORS = ['none', 'app', 'sms', 'email', 'passkey'] as const
export type MemberFactor = (typeof MEMBER_FACTORS)[number]

/** A member as the users page shows them: the wire's user and their strongest factor. */
export interface Member extends Me {
  secondFactor?: MemberFactor
  /** Name of the provisioning connection that manages the user. */
  directory?: string
}

/** Origin of a member: invited or signed up here, through single sign-on, or from a company directory. */
export const MEMBER_PROVIDERS = ['local', 'saml', 'scim2'] as const
export type MemberProvider = (typeof MEMBER_PROVIDERS)[number]

/** Filters of the users on the security page. */
export const MEMBER_PRESETS = ['mfa-unenrolled', 'breached-passwords', 'inactive'] as const
export type MemberPreset = (typeof MEMBER_PRESETS)[number]

/** Presets of `listMembers`, which also has one for members of the last seven days. */
export const MEMBER_LIST_PRESETS = ['mfa-unenrolled', 'breached-passwords', 'inactive', 'joined-this-week'] as const
export type MemberListPreset = (typeof MEMBER_LIST_PRESETS)[number]

export const MEMBER_SORTS = [
  'name',
  'email',
  'createdAt',
  'lastLogin',
  'id',
  'verified',
  'isLocked',
  'provider',
  'tenantId',
] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

/** Filters of the same kind are alternatives; filters of different kinds must all hold. */
export interface MembersQuery {
  /** Part of the name or email, case-insensitive; omitted when empty. */
  search?: string
  /** Comma-joined role IDs. */
  roleId?: string
  /** Comma-joined group IDs. */
  groupId?: string
  preset?: MemberListPreset
  /** Includes members of the sub-accounts, for a reseller who may see them. */
  includeSubTenants?: boolean
  /** Comma-joined `MemberStatus` values. */
  status?: string
  /** Comma-joined `MemberFactor` values. */
  factor?: string
  /** Comma-joined `MemberProvider` values. */
  provider?: string
  sort?: MemberSort
  order?: 'ASC' | 'DESC'
  /** Index of the page, like `_offset` of the users list. */
  offset: number
  limit: number
  /** Counts 10,000 matches beyond the page at most, so that the page is as fast for a million users. @default false */
  capped?: boolean
}

/** `hasMore` means that `totalItems` is where counting stopped; only a `capped` query gets it. */
export type MembersPage = PagedItems<Member> & { _metadata: PageMeta & { hasMore?: boolean } }

export const members = {
  /** Lists the users of the tenant in the shape of users v2, with the filters that v2 lacks. */
  listMembers: endpoint<MembersQuery, void, MembersPage>()('GET', '/identity/resources/fe/v1/members'),
  /** Ends a lockout early; needs `fe.secure.write.users`. */
  unlockMember: endpoint<void, void, void>()('POST', '/identity/resources/fe/v1/members/{userId}/unlock'),
}
