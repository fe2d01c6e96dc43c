import type { Me, UserV3 } from '../entities/auth.ts'
import type { Items, PagedItems, PageMeta, SortDirection, SortOrder } from '../entities/paging.ts'
import type { Session } from '../entities/policies.ts'
import type { InviteLink, TeamRole, TeamUser, UserSort } from '../entities/team.ts'
import type { CommaSeparated, EmptyBody, Ignored, JsonValue, WireDate } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

interface PageOfUsers {
  _offset: number
  _limit: number
  _includeSubTenants: boolean
  ids?: CommaSeparated
  _sortBy?: UserSort
  _order?: SortOrder
}

export interface UserListQueryV2 extends PageOfUsers {
  /** Part of a name or email. */
  _filter?: string
  metadata?: string
}

export interface UserListQueryV3 extends PageOfUsers {
  _preset?: 'mfa-unenrolled' | 'breached-passwords' | 'inactive'
  _email?: string
  /** With the `inactive` preset: seconds since the last sign-in. */
  _maxInactiveSeconds?: number
  _tenantId?: string
}

interface UserInTenant {
  vendorId: string
  tenantId: string
  userId: string
}

/** Users of a tenant, and of its sub-tenants on request. */
export const users = {
  listUsersV2: endpoint<UserListQueryV2, void, PagedItems<Me>>()('GET', '/identity/resources/users/v2', { jwt: true }),
  listUsersV3: endpoint<UserListQueryV3, void, PagedItems<UserV3>>()('GET', '/identity/resources/users/v3', {
    jwt: true,
  }),
  getUsersRoles: endpoint<{ ids: CommaSeparated }, void, (UserInTenant & { roleIds: string[] })[]>()(
    'GET',
    '/identity/resources/users/v3/roles',
    { jwt: true },
  ),
  getUsersGroups: endpoint<{ ids: CommaSeparated }, void, (UserInTenant & { groupIds: string[] })[]>()(
    'GET',
    '/identity/resources/users/v3/groups',
    { jwt: true, unused: true },
  ),
  getUserJwtForTenant: endpoint<
    void,
    { tenantId: string },
    { accessToken: string; expires: string; expiresIn: number }
  >()('POST', '/identity/resources/users/v3/me/token'),
}

/** Each filter is a query parameter of its own, next to the four fixed ones. */
export interface MemberListQuery {
  pageOffset: number
  pageSize?: number
  /** Column to sort by; `name` by default. */
  sortBy?: string
  sortDirection?: SortDirection
  [filterId: string]: JsonValue | undefined
}

/** Any field of the member; the role IDs `['']` remove all roles. */
type MemberUpdate = Partial<Omit<TeamUser, 'id'>> & { id: string }

interface NewUser {
  email: string
  roleIds: string[]
  name?: string
  phone?: string
  /** Seconds until a temporary member is removed. */
  expirationInSeconds?: number
  provider: 'local'
}

/** Members, their invitations and their temporary access. */
export const team = {
  listMembers: endpoint<MemberListQuery, void, Items<TeamUser> & { totalPages: number; totalItems: number }>()(
    'GET',
    '/team/resources/members/v1',
  ),
  updateMember: endpoint<void, MemberUpdate, { item: TeamUser }>()('PUT', '/team/resources/members/v1'),
  deleteMember: endpoint<void, void, Ignored>()('DELETE', '/team/resources/members/v1/{userId}'),
  resendActivation: endpoint<void, EmptyBody, Ignored>()(
    'POST',
    '/team/resources/members/v1/{userId}/resendActivationEmail',
  ),
  listAssignableRoles: endpoint<void, void, Items<TeamRole>>()('GET', '/team/resources/roles/v1'),
  getMemberStats: endpoint<void, void, { totalItems: number; addedThisWeek: number; superAdmins: number }>()(
    'GET',
    '/team/resources/stats/v1/members',
    { unused: true },
  ),
  addUser: endpoint<void, NewUser, TeamUser>()('POST', '/identity/resources/users/v2'),
  /** Sends an invitation again; distinguished from `addUser` by the missing `roleIds`. */
  resendInvitation: endpoint<void, { email: string; provider: 'local' }, Ignored>()(
    'POST',
    '/identity/resources/users/v2',
  ),
  getInviteLink: endpoint<void, void, InviteLink>()('GET', '/identity/resources/tenants/invites/v1/user'),
  createInviteLink: endpoint<void, { expiresInMinutes: number; shouldSendEmail?: boolean }, InviteLink>()(
    'POST',
    '/identity/resources/tenants/invites/v1/user',
  ),
  updateInviteLink: endpoint<void, { expiresInMinutes?: number; shouldSendEmail?: boolean }, InviteLink>()(
    'PATCH',
    '/identity/resources/tenants/invites/v1/user',
  ),
  deleteInviteLink: endpoint<void, void, Ignored>()('DELETE', '/identity/resources/tenants/invites/v1/user'),
  getInviteLinkConfig: endpoint<
    void,
    void,
    {
      tenantInvitationsAllowed: boolean
      emailsEnabled: boolean
      /** Sent by the reference backend, because requesting a link that doesn't exist is an error. */
      hasInviteLink?: boolean
    }
  >()('GET', '/identity/resources/tenants/invites/v1/configuration'),
  extendTemporaryUser: endpoint<void, { expirationInSeconds: number }, { temporaryExpirationDate: WireDate }>()(
    'PUT',
    '/identity/resources/users/temporary/v1/{userId}',
  ),
  makeUserPermanent: endpoint<void, void, Ignored>()('DELETE', '/identity/resources/users/temporary/v1/{userId}'),
  getTemporaryUserConfig: endpoint<void, void, { enabled: boolean }>()(
    'GET',
    '/identity/resources/users/temporary/v1/configuration',
  ),
}

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
  /**
   * Stops counting beyond 10,000 matches, or beyond the page if it is later, so that the cost doesn't grow with the users.
   * @default false
   */
  capped?: boolean
}

/** `hasMore` means that `totalItems` is where counting stopped; only a `capped` query gets it. */
export type MembersPage = PagedItems<Member> & { _metadata: PageMeta & { hasMore?: boolean } }

export const members = {
  /** Lists the users of the tenant in the shape of users v2, with the filters that v2 lacks. */
  listMembers: ours<MembersQuery, void, MembersPage>()('GET', '/members'),
  /** Ends a lockout early; needs `fe.secure.write.users`. */
  unlockMember: ours<void, void, void>()('POST', '/members/{userId}/unlock'),
}

/** A second factor of a member, as shown to their administrators. */
export interface MemberDevice {
  id: string
  kind: Exclude<MemberFactor, 'none'>
  /** Name that the owner chose; empty until then. */
  name: string
  createdAt: WireDate
  lastUsedAt: WireDate | null
}

export interface MemberSecurity {
  /** Second factors; empty when the user also belongs to other accounts. */
  devices: MemberDevice[]
  /** Sessions in this account, newest first. */
  sessions: Session[]
  /** Whether the user belongs to this account only, so that its administrators may change their second factors. */
  isManagedHere: boolean
}

/** Figures of the account; each is the total of the list with the filter it names. */
export interface MemberFigures {
  /** Number of members with the status `invited`. */
  pendingInvitations: number
  /** Number of members with the preset `mfa-unenrolled`. */
  withoutSecondFactor: number
  /** Number of members with one of `administratorRoleIds`. */
  administrators: number
  /** IDs of the highest-ranking roles that may change the roles of users. */
  administratorRoleIds: string[]
  /** Number of members with the preset `joined-this-week`. */
  joinedThisWeek: number
  /** Start of the period: members added since then count as joined this week. */
  weekBegan: WireDate
}

const MEMBERS = '/members'

export const memberSecurity = {
  /** Returns second factors and sessions of a member who has joined; needs the permission to change users. */
  getMemberSecurity: ours<void, void, MemberSecurity>()('GET', `${MEMBERS}/{userId}/security`),
  /** Removes all second factors and the recovery code of a member; refused for users of several accounts. */
  resetMemberMfa: ours<void, void, { count: number }>()('DELETE', `${MEMBERS}/{userId}/mfa`),
  getMemberFigures: ours<void, void, MemberFigures>()('GET', `${MEMBERS}/figures`),
}

export const memberMfa = {
  /**
   * Requires members to add a second factor at their next sign-in, whatever the MFA policy is, or removes that
   * requirement.
   */
  requireMfa: ours<void, { userIds: string[]; required: boolean }, { count: number }>()(
    'PUT',
    '/members/mfa-requirement',
  ),
}

export const memberImpersonation = {
  /** Returns a token for the impersonation call, valid for one minute; needs `fe.secure.write.impersonation`. */
  startImpersonation: ours<void, void, { actorToken: string }>()('POST', '/members/{userId}/impersonation'),
  /** Ends the impersonation in this browser; `isRestored` is true when the original session is active again. */
  stopImpersonation: ours<void, void, { isRestored: boolean }>()('POST', '/impersonation/stop', {
    noToken: true,
    cookies: true,
  }),
}

/** Reason why an invitation would be refused, known before it is sent. */
export interface InviteProblem {
  /** Index in the list of the request. */
  index: number
  reason: 'member' | 'email' | 'domain' | 'role'
}

export const inviteChecks = {
  /** Checks invitations for at most 1,000 users; changes nothing. */
  checkInvites: ours<void, { users: { email: string; roleIds?: string[] }[] }, { problems: InviteProblem[] }>()(
    'POST',
    '/members/check',
  ),
}

export interface InviteLinkConfiguration {
  tenantInvitationsAllowed: boolean
  emailsEnabled: boolean
}

export const inviteLinkConfiguration = {
  updateInviteLinkConfig: ours<void, Partial<InviteLinkConfiguration>, InviteLinkConfiguration>()(
    'PUT',
    '/invite-link-configuration',
  ),
}

export const temporaryUserConfiguration = {
  updateTemporaryUserConfig: ours<void, { enabled: boolean }, { enabled: boolean }>()(
    'PUT',
    '/temporary-users-configuration',
  ),
}

export const breachedPasswordEmails = {
  /** Emails a link to choose a new password to those of these users whose passwords are known from data breaches. */
  mailBreachedUsers: ours<void, { userIds: string[] }, { count: number }>()(
    'POST',
    '/members/breached-password-emails',
  ),
}
