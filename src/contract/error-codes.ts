/** A code that the body of a failed call has in addition to its `errors`. */
interface Described {
  /** HTTP statuses of the responses that have the code. */
  status: readonly number[]
  /** One sentence that explains why the call failed and what the caller can do. */
  text: string
}

/**
 * Every code of an error body, `{ "errors": ["…"], "code": "…" }`. Codes are stable, while texts may be reworded. A
 * failure without a code of its own has that of its status, which is the first one with this status here.
 *
 * Product code imports the type only, because the texts are for the documentation.
 */
export const ERROR_CODES = {
  'invalid-input': { status: [400], text: 'A value of the request is missing or not valid; the texts name it.' },
  'not-signed-in': { status: [401], text: 'The call needs a sign-in, or a proof that was not accepted.' },
  'payment-required': { status: [402], text: 'The payment provider refused the payment; another card may work.' },
  forbidden: { status: [403], text: 'The caller lacks the permission, or a setting of the account forbids the call.' },
  'not-found': { status: [404], text: 'The call or the record doesn’t exist, or belongs to another account.' },
  'method-not-allowed': { status: [405], text: 'The path exists with the methods that the header `Allow` lists.' },
  conflict: {
    status: [409],
    text: 'The state of the account doesn’t allow this change; the text says what to do first.',
  },
  'payload-too-large': { status: [413], text: 'The body of the request is too large.' },
  'unsupported-media-type': { status: [415], text: 'The content type of the request must be `application/json`.' },
  'rate-limited': { status: [429], text: 'Too many attempts: wait for the seconds in the header `Retry-After`.' },
  internal: { status: [500], text: 'The server failed; its log has the cause.' },
  'not-implemented': { status: [501], text: 'This server lacks what the call needs, such as a printer of PDF files.' },
  'provider-unreachable': {
    status: [502],
    text: 'An identity provider can’t be reached; the same call may work later.',
  },
  unavailable: {
    status: [503],
    text: 'The server is not set up for this call, or its database is away for a moment; the text says which.',
  },

  'wrong-credentials': {
    status: [401],
    text: 'The email or the password is wrong, or the user is locked; which of them is not revealed.',
  },
  locked: {
    status: [401],
    text: 'The user was proven and is locked after too many failed attempts: reset the password, or ask an administrator.',
  },
  'not-verified': { status: [403], text: 'The user must open the link that was sent to their email first.' },
  captcha: { status: [400], text: 'The proof of the captcha is missing, was used, or was not accepted.' },
  'wrong-code': { status: [400], text: 'The code is wrong, was used, or has expired.' },
  'link-expired': { status: [400], text: 'The link was used, has expired, or is unknown: request a new one.' },
  'start-over': { status: [400], text: 'The steps took too long, or were begun in another browser: begin again.' },
  'passkey-refused': { status: [400], text: 'The passkey or security key was not accepted.' },
  'way-off': { status: [403], text: 'This way to sign in is turned off: choose another one.' },
  'no-local-sign-in': { status: [403], text: 'The email has no single sign-on, and there is no other way to sign in.' },
  'invitation-only': { status: [403], text: 'Only invited users can sign up.' },
  oidc_client: {
    status: [401],
    text: 'The identity provider refuses the connection’s client ID or secret: an administrator must enter them again.',
  },

  'invalid-token': { status: [401], text: 'The session or the access token has ended: refresh it, or sign in again.' },
  'fresh-mfa-required': {
    status: [401],
    text: 'The call needs a more recent second factor; `WWW-Authenticate` says how recent (RFC 9470).',
  },
  'fresh-proof-required': {
    status: [401],
    text: 'The call needs a more recent sign-in of any kind; `WWW-Authenticate` says how recent (RFC 9470).',
  },
  'wrong-secret': { status: [400, 401], text: 'The client ID or its secret is wrong, has expired, or was revoked.' },
  'foreign-origin': { status: [403], text: 'The page of this origin is not allowed to make the call.' },

  'password-rules': {
    status: [400],
    text: 'The new password breaks rules of the account; there is one text for each.',
  },
  'breached-password': { status: [400], text: 'The new password is known from data breaches.' },
  'reused-password': { status: [400], text: 'The new password was used before.' },
  'wrong-password': { status: [400], text: 'The user’s current password is wrong.' },
  'password-reset-required': {
    status: [403],
    text: 'The password is right, but known from data breaches: reset it first.',
  },

  'not-a-member': { status: [401, 403], text: 'The user is not a member of the account, or of any.' },
  'second-factor': { status: [401, 403], text: 'The account requires a second factor: sign in with one.' },
  suspended: { status: [401, 403], text: 'The account is suspended.' },
  'deletion-pending': {
    status: [403],
    text: 'The user is about to be deleted; the emailed link restores the account.',
  },
  'sso-required': { status: [401, 403], text: 'The account requires a sign-in at its identity provider.' },
  'own-proof-required': {
    status: [401, 403],
    text: 'The account doesn’t trust the identity provider that signed the user in: sign in another way.',
  },
  'rights-withheld': {
    status: [403],
    text: 'The sign-in by an identity provider doesn’t cover all rights of the user: confirm a password or passkey first.',
  },
  'own-voucher-required': {
    status: [403],
    text: 'An identity provider’s session can’t create a connection or change who vouches: prove a password or passkey first.',
  },
  'session-over': { status: [401, 403], text: 'The session is older than the account allows: sign in again.' },
  'ip-address': { status: [403], text: 'The account doesn’t allow this IP address.' },
  'email-domain': { status: [403], text: 'The account doesn’t accept emails of this domain.' },

  impersonating: { status: [403], text: 'The call is not allowed while a user is impersonated.' },
  'users-only': { status: [403], text: 'API tokens can’t make this call; a user can.' },
  'exceeds-own-rights': { status: [403], text: 'The caller can’t give more than their own roles allow.' },
  outranked: { status: [403], text: 'The user, the role or the member ranks higher than the caller.' },

  'mfa-not-enrolled': { status: [400], text: 'The user has no second factor yet: enroll one first.' },
  'limit-reached': { status: [400], text: 'There are as many of these as there can be: remove one first.' },
  taken: { status: [409], text: 'The name, email, domain, key or number is in use already.' },
  outdated: { status: [409], text: 'Someone else changed the same thing in the meantime: load it again.' },
  'managed-elsewhere': { status: [409], text: 'A company directory manages the user or the group: change it there.' },
  'last-administrator': { status: [409], text: 'The account would be left without an administrator who can sign in.' },
  'locks-caller-out': {
    status: [409],
    text: 'The change would lock the caller out of the account: confirm it, or ask another administrator.',
  },
  'only-sign-in': { status: [409], text: 'The user would be left without a way to sign in: add another one first.' },

  'usage-limit': { status: [402], text: 'The uses that the plan includes are used up.' },
  'not-in-plan': { status: [403], text: 'The plan doesn’t include the feature.' },
  'contact-vendor': { status: [403], text: 'Only the vendor of the application can make this change.' },
  'wrong-signature': { status: [400], text: 'The signature of a message from the payment provider is wrong.' },
  busy: { status: [429], text: 'Too many passwords are being compared; `Retry-After` says when to try again.' },
} as const satisfies Record<string, Described>

export type ErrorCode = keyof typeof ERROR_CODES
