import type { Me } from '../entities/auth.ts'
import type { RememberDevicePolicy } from '../entities/mfa.ts'
import type { PagedItems } from '../entities/paging.ts'
import type { Group, Role } from '../entities/team.ts'
import type { MachineBearer, TokenChange } from '../entities/tokens.ts'
import type { Ignored, WireDate } from '../entities/wire.ts'
import type { MemberStatus } from '../rules/member-status.ts'
import { endpoint } from './endpoint.ts'

/** The strongest second factor a member has enrolled. */
export const MEMBER_FACTORS = ['none', 'app', 'sms', 'email', 'passkey'] as const
export type MemberFactor = (typeof MEMBER_FACTORS)[number]

/** A person of the tenant as the users page shows her: the wire's user and her strongest factor. */
export interface Member extends Me {
  secondFactor?: MemberFactor
}

/** Filters of the security page's users. */
export const MEMBER_PRESETS = ['mfa-unenrolled', 'breached-passwords', 'inactive'] as const
export type MemberPreset = (typeof MEMBER_PRESETS)[number]

/** A page of one kind of record; `offset` is the index of the page. */
export interface RecordsQuery {
  /** Part of the name, case-insensitive. */
  search?: string
  sort?: 'name' | 'createdAt'
  order?: 'ASC' | 'DESC'
  offset: number
  limit: number
}

/** A role and how many members hold it themselves. */
export interface RoleRow extends Role {
  userCount: number
}

/** A group with its roles, and how many members it has. */
export interface GroupRow extends Group {
  userCount: number
  createdAt: string
}

/** What changes for people when a role gets other permissions, or goes. */
export interface RoleImpact {
  /** Members who hold the role, by themselves or by a group. */
  users: number
  /** For each permission asked about: how many of them have it by this role alone, or would have it new. */
  changes: { permissionId: string; users: number }[]
}

/** Links by which a person chooses a password. */
export const PASSWORD_LINKS = ['activation', 'password-reset'] as const

/** What a mailed link carries, and what it is for. */
export interface LinkToOwn {
  purpose: (typeof PASSWORD_LINKS)[number]
  userId: string
  token: string
}

/** One record as the command bar shows it. */
export interface FoundRecord {
  id: string
  name: string
  /** What tells two of the same name apart, such as an email address. */
  note?: string
}

/** At most five each; a kind the caller may not see is empty. */
export interface FoundRecords {
  users: FoundRecord[]
  groups: FoundRecord[]
  roles: FoundRecord[]
  accounts: FoundRecord[]
}

/** Why an invitation would be refused, known before it is sent. */
export interface InviteProblem {
  /** Place in the list that was asked about. */
  index: number
  reason: 'member' | 'email' | 'domain' | 'role'
}

export interface InviteLinkConfiguration {
  tenantInvitationsAllowed: boolean
  emailsEnabled: boolean
}

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
  /** Part of the name or the email address, case-insensitive; left out when empty. */
  search?: string
  /** Comma-joined role ids. */
  roleId?: string
  /** Comma-joined group ids. */
  groupId?: string
  preset?: MemberPreset
  /** Members of the sub-accounts too, for a reseller who may see them. */
  includeSubTenants?: boolean
  /** Comma-joined `MemberStatus` values. */
  status?: string
  /** Comma-joined `MemberFactor` values. */
  factor?: string
  sort?: MemberSort
  order?: 'ASC' | 'DESC'
  /** Index of the page, as `_offset` of the users list. */
  offset: number
  limit: number
}

/** How often one session asked for one path with one outcome. */
export interface RequestCounter {
  method: string
  path: string
  session: string | null
  status: number
  count: number
}

/** A second factor as the privacy page shows it. */
export interface NamedDevice {
  id: string
  /** Given by its owner; empty until then. */
  name: string
  createdAt: WireDate
  lastUsedAt: WireDate | null
}

/** When the caller's session ends, as its tenant's policy says; absent where there is no such limit. */
export interface SessionLimits {
  /** Seconds without activity that end it. */
  idleTimeout?: number
  /** Seconds left until then. */
  idleLeft?: number
  /** Seconds left until she must sign in anew. */
  absoluteLeft?: number
}

/**
 * Calls of ours that the wire lacks. A backend without them answers 404 and the front end hides the
 * control.
 */
export const additions = {
  /** The users of the tenant in the shape of users v2, with the filters that v2 lacks. */
  listMembers: endpoint<MembersQuery, void, PagedItems<Member>>()('GET', '/identity/resources/fe/v1/members'),
  /** Ends a lockout early; needs `fe.secure.write.users`. */
  unlockMember: endpoint<void, void, void>()('POST', '/identity/resources/fe/v1/members/{userId}/unlock'),
  /** A token for the impersonation call, good for one minute; needs `fe.secure.write.impersonation`. */
  startImpersonation: endpoint<void, void, { actorToken: string }>()(
    'POST',
    '/identity/resources/fe/v1/members/{userId}/impersonation',
  ),
  /** Ends the impersonation of this browser; `isRestored` when the session it was started from is back. */
  stopImpersonation: endpoint<void, void, { isRestored: boolean }>()(
    'POST',
    '/identity/resources/fe/v1/impersonation/stop',
    { noToken: true, cookies: true },
  ),
  /** An uploaded picture; open because an image element sends no token, and its id cannot be guessed. */
  getPicture: endpoint<void, void, void>()('GET', '/identity/resources/fe/v1/pictures/{id}', {
    noToken: true,
    blob: true,
  }),
  /** As the wire's GET, whose query would carry the token into logs and histories. */
  readRememberDevicePolicy: endpoint<void, { mfaToken: string }, RememberDevicePolicy>()(
    'POST',
    '/identity/resources/fe/v1/mfa/remember-device-policy',
    { noToken: true },
  ),
  /** The caller's second factors with their names; who cannot answer this cannot rename them either. */
  listMfaDevices: endpoint<void, void, { devices: NamedDevice[] }>()('GET', '/identity/resources/fe/v1/me/mfa-devices'),
  /** An empty name gives the device its own again. */
  renameMfaDevice: endpoint<void, { name: string }, NamedDevice>()(
    'PUT',
    '/identity/resources/fe/v1/me/mfa-devices/{id}',
  ),
  /** Says that the person is at work, so that her session does not end for idleness. */
  keepSession: endpoint<void, { active: boolean }, SessionLimits>()('POST', '/identity/resources/fe/v1/me/session'),
  /** The roles of the tenant, page by page. */
  listRoles: endpoint<RecordsQuery, void, PagedItems<RoleRow>>()('GET', '/identity/resources/fe/v1/roles'),
  /** Asked before a role is saved or deleted; changes nothing. */
  roleImpact: endpoint<void, { permissionIds: string[] }, RoleImpact>()(
    'POST',
    '/identity/resources/fe/v1/roles/{roleId}/impact',
  ),
  /** The groups of the tenant, page by page, with their roles. */
  listGroups: endpoint<RecordsQuery, void, PagedItems<GroupRow>>()('GET', '/identity/resources/fe/v1/groups'),
  /** At most 1,000 people; changes nothing. */
  checkInvites: endpoint<void, { people: { email: string; roleIds?: string[] }[] }, { problems: InviteProblem[] }>()(
    'POST',
    '/identity/resources/fe/v1/members/check',
  ),
  updateInviteLinkConfig: endpoint<void, Partial<InviteLinkConfiguration>, InviteLinkConfiguration>()(
    'PUT',
    '/identity/resources/fe/v1/invite-link-configuration',
  ),
  updateTemporaryUserConfig: endpoint<void, { enabled: boolean }, { enabled: boolean }>()(
    'PUT',
    '/identity/resources/fe/v1/temporary-users-configuration',
  ),
  /** Exchanges client credentials for a bearer of a few minutes (after RFC 6749 §4.4). */
  exchangeApiToken: endpoint<void, { clientId: string; secret: string }, MachineBearer>()(
    'POST',
    '/identity/resources/fe/v1/api-tokens/exchange',
    { noToken: true },
  ),
  /** Renames one's own token of either kind. */
  updateUserApiToken: endpoint<void, { description: string }, Ignored>()(
    'PATCH',
    '/identity/resources/fe/v1/users/api-tokens/{tokenId}',
  ),
  /** Renames a token of the account or gives it other roles. */
  updateTenantApiToken: endpoint<void, TokenChange, Ignored>()(
    'PATCH',
    '/identity/resources/fe/v1/tenants/api-tokens/{tokenId}',
  ),
  /** Hangs an account, with all below it, under another one. */
  moveSubTenant: endpoint<void, { parentTenantId: string }, Ignored>()(
    'PUT',
    '/identity/resources/fe/v1/sub-tenants/{tenantId}/parent',
  ),
  /** The first few users, groups, roles and accounts with this in their names, of those the caller may see. */
  find: endpoint<{ text: string }, void, FoundRecords>()('GET', '/identity/resources/fe/v1/find'),
  /** A sign-in that an identity provider began (OpenID Connect Core 4): starts a normal one there. */
  startSso: endpoint<void, { iss: string; login_hint?: string }, { address: string; idpType: 'saml' | 'oidc' }>()(
    'POST',
    '/identity/resources/fe/v1/sso/initiate',
  ),
  /** Whom a mailed link belongs to, told to who holds it: a password manager keeps a new password by this address. */
  getLinkOwner: endpoint<void, LinkToOwn, { email: string }>()('POST', '/identity/resources/fe/v1/link-owner', {
    noToken: true,
  }),
  /** Requests so far by method, path, session and status; answered in test mode only. */
  testCounters: endpoint<void, void, { counters: RequestCounter[] }>()(
    'GET',
    '/identity/resources/fe/v1/test/counters',
  ),
}

export type { MemberStatus }
