import type { AuthResponse } from '../entities/auth.ts'
import type { OtcResponse, WebAuthnAssertion, WebAuthnGet } from '../entities/mfa.ts'
import type { PagedItems } from '../entities/paging.ts'
import type { Session } from '../entities/policies.ts'
import type { Ignored, WireDate } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

const SESSIONS = '/identity/resources/users/sessions/v1'

/** Signed-in devices of a user. */
export const sessions = {
  listSessions: endpoint<void, void, Session[]>()('GET', `${SESSIONS}/me`),
  getCurrentSession: endpoint<void, void, Session>()('GET', `${SESSIONS}/me/current`),
  deleteSession: endpoint<void, void, Ignored>()('DELETE', `${SESSIONS}/me/{id}`),
  deleteAllSessions: endpoint<void, void, Ignored>()('DELETE', `${SESSIONS}/me/all`),
  revokeUserSessions: endpoint<void, { userId: string }, Ignored>()('POST', `${SESSIONS}/revoke`),
}

export interface PhoneNumber {
  id: string
  phoneNumber: string
  verified: boolean
  createdAt: WireDate
  updatedAt: WireDate
}

const NUMBERS = '/identity/resources/users/phone-numbers/v1'

export const phoneNumbers = {
  listPhoneNumbers: endpoint<{ _limit?: number; _offset?: number }, void, PagedItems<PhoneNumber>>()('GET', NUMBERS),
  createPhoneNumber: endpoint<void, { phoneNumber: string; verify?: boolean }, Partial<OtcResponse>>()('POST', NUMBERS),
  preVerifyPhoneNumber: endpoint<void, { phoneNumber: string }, OtcResponse>()('POST', `${NUMBERS}/preverify`),
  verifyPhoneNumber: endpoint<void, OtcResponse & { code: string }, Ignored>()('POST', `${NUMBERS}/verify`),
  /** Starts a deletion that `verifyDeletePhoneNumber` completes. */
  deletePhoneNumber: endpoint<void, void, OtcResponse & { phoneId: string }>()('DELETE', `${NUMBERS}/{phoneId}`),
  verifyDeletePhoneNumber: endpoint<void, OtcResponse & { code: string }, Ignored>()(
    'POST',
    `${NUMBERS}/{phoneId}/delete/verify`,
  ),
}

/** Account at a social provider that signs the user in. */
export interface SocialAccount {
  id: string
  /** ID of the provider, same as in `getSocialProvidersV2` and `getCustomSocialProviders`. */
  provider: string
  /** Name of the provider for users. */
  label: string
  /** Email that the provider reported. */
  email: string
  createdAt: WireDate
  lastUsedAt: WireDate
}

/** One of the user's own accounts (tenants). */
export interface OwnMembership {
  tenantId: string
  name: string
  /**
   * Reason why the user can't leave it; `null` when they can. `only-way-in` means that no other administrator could
   * sign in.
   */
  blockedBy: 'directory' | 'only-administrator' | 'only-way-in' | 'only-account' | null
}

/** Decisions that the signed-in user may make about their own sign-in and memberships. */
export interface SelfService {
  /** System that manages the user's email; `null` when the user does. */
  emailManagedBy: 'directory' | 'sso' | null
  /** Whether a change is confirmed with the password: the user has one, and no second factor. */
  asksPassword: boolean
  socialAccounts: SocialAccount[]
  memberships: OwnMembership[]
  /** Number of days between a deletion request and the deletion. */
  graceDays: number
}

/** Confirmation of a change by a user without a second factor: the current password, if they have one. */
export interface Confirmation {
  password?: string
}

interface LinkQuery {
  userId?: string
  token?: string
}

const ME = '/me'

/**
 * Changes that users make to their own account. None is possible while impersonating or with an API token. Users with a
 * second factor must prove it first: the response is then 401 with the challenge of RFC 9470 §3.
 */
export const selfService = {
  getSelfService: ours<void, void, SelfService>()('GET', `${ME}/self-service`),
  /**
   * Sends a verification code to the new email; nothing changes yet. The response is the same for an email of another
   * user, who receives a notice instead of a code.
   *
   * @throws 400 for a wrong password or an email that isn't valid, 403 where the email domain isn't accepted or the
   *   sign-in isn't recent enough, 409 while a directory or single sign-on manages the email
   */
  startEmailChange: ours<void, Confirmation & { email: string }, { token: string }>()('POST', `${ME}/email`),
  /**
   * Changes the email when the code is correct. The old email receives a notice with a link that undoes the change for
   * 7 days, and all other sessions end.
   *
   * @throws 400 for a wrong or expired code
   */
  verifyEmailChange: ours<void, { token: string; code: string }, { email: string }>()('POST', `${ME}/email/verify`),
  /** Returns the page that a notice links to; opening it changes nothing. */
  showEmailUndo: ours<LinkQuery, void, void>()('GET', `/email-changes/undo`, { nav: true, noToken: true }),
  undoEmailChange: ours<void, LinkQuery, void>()('POST', `/email-changes/undo`, { nav: true, noToken: true }),
  /**
   * Announces a social sign-in with this `state`, which this browser is about to start: it links the account at the
   * provider to the caller instead of signing in.
   */
  startSocialLink: ours<void, { provider: string; state: string }, Record<string, never>>()(
    'POST',
    `${ME}/social-accounts`,
  ),
  /**
   * @throws 409 when the user could no longer sign in
   */
  unlinkSocialAccount: ours<void, void, Record<string, never>>()('DELETE', `${ME}/social-accounts/{id}`),
  /**
   * @throws 409 for the only administrator, for the last account and for members whom a directory manages
   */
  leaveTenant: ours<void, void, Record<string, never>>()('DELETE', `${ME}/memberships/{tenantId}`),
  /**
   * Signs the user out everywhere and deletes them after the grace period. Until then, signing in offers to restore
   * them. Accounts without another member are deleted with their user.
   *
   * @throws 400 unless `email` is the user's own, 409 for the only administrator of an account with other members
   */
  deleteUser: ours<void, Confirmation & { email: string }, { deletesAt: WireDate }>()('POST', `${ME}/deletion`),
  /** Returns the page that an email links to; opening it changes nothing. */
  showUserRestore: ours<LinkQuery, void, void>()('GET', `/users/restore`, { nav: true, noToken: true }),
  restoreUser: ours<void, LinkQuery, void>()('POST', `/users/restore`, { nav: true, noToken: true }),
}

const CONFIRMATIONS = '/me/confirmations'

/** Ways in which a signed-in user can confirm their identity; `sign-in` means only by signing in again. */
export type ConfirmationWay = 'second-factor' | 'password' | 'passkey' | 'sign-in'

/**
 * Users without a second factor confirm their identity before a change that weakens the protection of their account.
 */
export const confirmations = {
  listConfirmations: ours<void, void, { ways: ConfirmationWay[] }>()('GET', CONFIRMATIONS),
  /** Continues the session with tokens that have the time of this confirmation. */
  confirmByPassword: ours<void, { password: string }, AuthResponse>()('POST', `${CONFIRMATIONS}/password`, {
    tokens: true,
  }),
  startPasskeyConfirmation: ours<void, void, { options: WebAuthnGet }>()('POST', `${CONFIRMATIONS}/passkey/options`),
  confirmByPasskey: ours<void, WebAuthnAssertion, AuthResponse>()('POST', `${CONFIRMATIONS}/passkey`, {
    tokens: true,
  }),
}

/** A second factor as the privacy page shows it. */
export interface NamedDevice {
  id: string
  /** Name that the owner chose; empty until then. */
  name: string
  createdAt: WireDate
  lastUsedAt: WireDate | null
}

export const mfaDevices = {
  /** Lists the caller's second factors with their names; a backend without this call cannot rename them either. */
  listMfaDevices: ours<void, void, { devices: NamedDevice[] }>()('GET', '/me/mfa-devices'),
  /** Renames a device; an empty name restores the default one. */
  renameMfaDevice: ours<void, { name: string }, NamedDevice>()('PUT', '/me/mfa-devices/{id}'),
}

const NAMES = '/me/passkeys'

export const passkeyNames = {
  /** Lists the caller's passkeys with their names; a backend without this call can't rename them either. */
  listPasskeyNames: ours<void, void, { devices: NamedDevice[] }>()('GET', NAMES),
  /** Renames a passkey; an empty name restores the default one. */
  renamePasskey: ours<void, { name: string }, NamedDevice>()('PUT', `${NAMES}/{id}`),
}
