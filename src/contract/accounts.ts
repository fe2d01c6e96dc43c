import type { AuthResponse, ParentTenant } from '../entities/auth.ts'
import type { WebAuthnAssertion } from '../entities/mfa.ts'
import type { PagedItems, SortOrder } from '../entities/paging.ts'
import type {
  AccountSettings,
  HierarchyEntry,
  HierarchyMetadata,
  HierarchyNode,
  NewSubTenant,
  PublicAccountSettings,
  SubTenant,
  SubTenantRoles,
  SubTenantRow,
  SubTenantUser,
  TenantUserCount,
} from '../entities/tenants.ts'
import type { CommaSeparated, Ignored, WireDate } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'
import type { Confirmation } from './me.ts'

export const settings = {
  getAccountSettings: endpoint<void, void, AccountSettings>()('GET', '/tenants/resources/account-settings/v1', {
    jwt: true,
  }),
  getPublicAccountSettings: endpoint<void, void, PublicAccountSettings>()(
    'GET',
    '/tenants/resources/account-settings/v1/public',
  ),
  saveAccountSettings: endpoint<void, AccountSettings, AccountSettings>()(
    'PUT',
    '/tenants/resources/account-settings/v1',
    { jwt: true },
  ),
}

interface AllUsersQuery {
  _offset: number
  _limit: number
  _filter: string
  _sortBy: string
  _order: SortOrder
}

interface NewUserInTenants {
  user: { email: string; name?: string }
  subTenants: { tenantId: string; roleIds?: string[] }[]
}

interface NewUsersInTenant {
  users: { email: string; name?: string }[]
  tenantId: string
  roleIds?: string[]
  allowSubAccountAccess?: boolean
}

interface SubTenantSearch {
  _limit?: number
  _offset?: number
  _filter?: string
  _subTenantId?: string
  _sortBy?: 'createdAt' | 'name' | 'tenantId'
  _order?: SortOrder
}

/** Tenants below the active one, and their users. */
export const subTenants = {
  listAllUsers: endpoint<AllUsersQuery, void, PagedItems<SubTenantUser>>()(
    'GET',
    '/identity/resources/sub-tenants/users/v1',
  ),
  addUserToTenants: endpoint<void, NewUserInTenants, Ignored>()('POST', '/identity/resources/sub-tenants/users/v1'),
  removeUserFromTenants: endpoint<void, { userId: string; subTenants: { tenantId: string }[] }, Ignored>()(
    'DELETE',
    '/identity/resources/sub-tenants/users/v1',
    { jwt: true },
  ),
  setUserRoles: endpoint<void, SubTenantRoles & { ipAddress?: string; userAgent?: string }, Ignored>()(
    'PATCH',
    '/identity/resources/sub-tenants/users/v1/{userId}/roles',
    { jwt: true },
  ),
  setSubAccountAccess: endpoint<void, { allowAccess: boolean }, Ignored>()(
    'PUT',
    '/identity/resources/sub-tenants/users/v1/{userId}/access',
    { jwt: true },
  ),
  addUsers: endpoint<void, NewUsersInTenant, Ignored>()('POST', '/identity/resources/sub-tenants/users/v2/', {
    jwt: true,
  }),
  createSubTenant: endpoint<void, NewSubTenant, SubTenant>()('POST', '/tenants/resources/sub-tenants/v1', {
    jwt: true,
  }),
  updateSubTenant: endpoint<void, { name: string }, Ignored>()(
    'PATCH',
    '/tenants/resources/sub-tenants/v1/{tenantId}',
    { jwt: true },
  ),
  deleteSubTenant: endpoint<void, void, Ignored>()('DELETE', '/tenants/resources/sub-tenants/v1/{tenantId}', {
    jwt: true,
  }),
  getSubTenants: endpoint<void, void, HierarchyEntry[]>()('GET', '/tenants/resources/hierarchy/v1', { jwt: true }),
  getSubTenantTree: endpoint<void, void, HierarchyNode>()('GET', '/tenants/resources/hierarchy/v1/tree', {
    jwt: true,
  }),
  getParentTenants: endpoint<void, void, ParentTenant[]>()('GET', '/tenants/resources/hierarchy/v1/parents', {
    jwt: true,
  }),
  searchSubTenants: endpoint<SubTenantSearch, void, PagedItems<SubTenantRow>>()(
    'GET',
    '/tenants/resources/hierarchy/v2',
    { jwt: true },
  ),
  getHierarchyMetadata: endpoint<{ _tenantIds: CommaSeparated }, void, HierarchyMetadata[]>()(
    'GET',
    '/tenants/resources/hierarchy/v2/metadata',
    { jwt: true },
  ),
  countUsers: endpoint<void, { tenantIds: string[] }, TenantUserCount[]>()(
    'POST',
    '/identity/resources/tenants/users/v1/count',
    { jwt: true },
  ),
}

/** Changes of an account's status; fields that are absent stay as they are. */
export interface SubTenantStatus {
  /**
   * Whether its members may not enter it. Sessions and API tokens stop with the next call, of the accounts below it too.
   */
  isSuspended?: boolean
  /** Purpose of the account; accounts that have sub-accounts by contract keep theirs. */
  type?: 'customer' | 'spam' | 'test'
  /** When a trial ends, in milliseconds since 1970; `null` for an account that isn't on trial. It is shown only. */
  trialEndsAt?: number | null
}

/** For the operator of the product, who is above all accounts. */
export const subTenantStatus = {
  updateStatus: ours<void, SubTenantStatus, Ignored>()('PATCH', '/sub-tenants/{tenantId}/status'),
}

export const subTenantTree = {
  /** Moves an account, with all accounts below it, under another one. */
  moveSubTenant: ours<void, { parentTenantId: string }, Ignored>()('PUT', '/sub-tenants/{tenantId}/parent'),
}

export interface AccountPath {
  tenantId: string
  /** Names of the accounts above it, topmost first. */
  path: string[]
}

/** Paths of accounts in the hierarchy, which distinguish accounts of the same name. */
export const accountPaths = {
  /**
   * Lists paths from the caller's account down. `ids` are joined by commas; those of accounts that aren't below it are
   * omitted.
   */
  listPaths: ours<{ ids: string }, void, AccountPath[]>()('GET', '/sub-tenants/paths'),
  /**
   * Lists the paths of all accounts that the caller may enter, made of the accounts above them that the caller may
   * enter too.
   */
  listOwnPaths: ours<void, void, AccountPath[]>()('GET', '/me/account-paths'),
}

export interface AccountAlias {
  /** The account's part of a host name or query that selects its login; empty for none. */
  alias: string
}

const ALIAS = '/account/alias'

export const accountAlias = {
  getAccountAlias: ours<void, void, AccountAlias>()('GET', ALIAS),
  /** Sets the alias; fails with 409 when another account has it. */
  saveAccountAlias: ours<void, AccountAlias, AccountAlias>()('PUT', ALIAS),
}

/**
 * Proofs with which the caller can enter an account that doesn't trust the identity provider they signed in through.
 */
export interface WaysToEnter {
  /** Whether the user has a password and passwords are allowed for sign-in. */
  password: boolean
  /** Whether the user has a passkey of their own. One that was added in a session of an identity provider isn't. */
  passkey: boolean
  /**
   * Whether the user has no password, and can set one by an emailed link. Where single sign-on is required, it proves
   * the user in the session that is open, but starts no new one. Older backends omit it.
   */
  canSetPassword?: boolean
  /** Whether the account trusts the identity provider for the user's email. */
  provider: boolean
}

const ENTRY = '/account-entry'

/**
 * Calls for users whom an identity provider of one account signed in, and who belong to other accounts. Once they have
 * given a proof of their own, their session can enter those accounts too. Not available while impersonating or with an
 * API token.
 */
export const accountEntry = {
  /** @throws 403 for an account that the caller doesn't belong to */
  getWaysToEnter: ours<void, void, WaysToEnter>()('GET', `${ENTRY}/{tenantId}`),
  /**
   * @throws 400 for a wrong password, 403 when passwords are not allowed for sign-in or this one is known from data
   * breaches
   */
  provePassword: ours<void, { password: string }, AuthResponse>()('POST', `${ENTRY}/password`, {
    cookies: true,
    tokens: true,
  }),
  /** Accepts the assertion for the options of `webauthnPreLogin`. */
  provePasskey: ours<void, WebAuthnAssertion, AuthResponse>()('POST', `${ENTRY}/passkey`, {
    cookies: true,
    tokens: true,
  }),
}

/** Whether the account of the call is about to be deleted. */
export interface TenantDeletion {
  /** Time of the deletion; `null` when none is scheduled. */
  deletesAt: WireDate | null
  /** Email of the administrator who requested it. */
  requestedBy: string | null
}

const DELETION = '/account/deletion'

/**
 * The account stays usable until it is deleted, and every administrator with the permission can cancel the deletion.
 */
export const tenantDeletion = {
  getTenantDeletion: ours<void, void, TenantDeletion>()('GET', DELETION),
  /**
   * Deletes the account of the call after 14 days and notifies its members. Users without another account are deleted
   * with it.
   *
   * @throws 400 unless `name` is the account's own, 409 for an account with sub-accounts, which must be deleted first
   */
  scheduleTenantDeletion: ours<void, Confirmation & { name: string }, TenantDeletion>()('POST', DELETION),
  cancelTenantDeletion: ours<void, void, TenantDeletion>()('DELETE', DELETION),
}
