import type { WireDate } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

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

const FE = '/identity/resources/fe/v1'
const ME = `${FE}/me`

/**
 * Changes that users make to their own account. None is possible while impersonating or with an API token. Users with a
 * second factor must prove it first: the response is then 401 with the challenge of RFC 9470 §3.
 */
export const selfService = {
  getSelfService: endpoint<void, void, SelfService>()('GET', `${ME}/self-service`),
  /**
   * Sends a verification code to the new email; nothing changes yet. The response is the same for an email of another
   * user, who receives a notice instead of a code.
   *
   * @throws 400 for a wrong password or an email that isn't valid, 403 where the email domain isn't accepted or the
   *   sign-in isn't recent enough, 409 while a directory or single sign-on manages the email
   */
  startEmailChange: endpoint<void, Confirmation & { email: string }, { token: string }>()('POST', `${ME}/email`),
  /**
   * Changes the email when the code is correct. The old email receives a notice with a link that undoes the change for
   * 7 days, and all other sessions end.
   *
   * @throws 400 for a wrong or expired code
   */
  verifyEmailChange: endpoint<void, { token: string; code: string }, { email: string }>()('POST', `${ME}/email/verify`),
  /** Returns the page that a notice links to; opening it changes nothing. */
  showEmailUndo: endpoint<LinkQuery, void, void>()('GET', `${FE}/email-changes/undo`, { nav: true, noToken: true }),
  undoEmailChange: endpoint<void, LinkQuery, void>()('POST', `${FE}/email-changes/undo`, { nav: true, noToken: true }),
  /**
   * Announces a social sign-in with this `state`, which this browser is about to start: it links the account at the
   * provider to the caller instead of signing in.
   */
  startSocialLink: endpoint<void, { provider: string; state: string }, Record<string, never>>()(
    'POST',
    `${ME}/social-accounts`,
  ),
  /**
   * @throws 409 when the user could no longer sign in
   */
  unlinkSocialAccount: endpoint<void, void, Record<string, never>>()('DELETE', `${ME}/social-accounts/{id}`),
  /**
   * @throws 409 for the only administrator, for the last account and for members whom a directory manages
   */
  leaveTenant: endpoint<void, void, Record<string, never>>()('DELETE', `${ME}/memberships/{tenantId}`),
  /**
   * Signs the user out everywhere and deletes them after the grace period. Until then, signing in offers to restore
   * them. Accounts without another member are deleted with their user.
   *
   * @throws 400 unless `email` is the user's own, 409 for the only administrator of an account with other members
   */
  deleteUser: endpoint<void, Confirmation & { email: string }, { deletesAt: WireDate }>()('POST', `${ME}/deletion`),
  /** Returns the page that an email links to; opening it changes nothing. */
  showUserRestore: endpoint<LinkQuery, void, void>()('GET', `${FE}/users/restore`, { nav: true, noToken: true }),
  restoreUser: endpoint<void, LinkQuery, void>()('POST', `${FE}/users/restore`, { nav: true, noToken: true }),
}
