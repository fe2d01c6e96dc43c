import type { WebAuthnAssertion, WebAuthnAttestation } from '../entities/mfa.ts'
import type { KeySet } from '../entities/portal.ts'
import type { AuthRoutes } from '../rules/auth-routes.ts'
import type { TokenAlgorithm } from '../rules/token-algorithms.ts'
import type { Refusal } from './call/refusal.ts'
import type { PaymentPort, PrintedInvoice } from './ports/payments.ts'
import type { PrintedReport } from './ports/reports.ts'
import type { SamlPeerPort } from './ports/saml.ts'
import type { ScimRequest, ScimResponse } from './ports/scim.ts'
import type { SlackPort } from './ports/slack.ts'
import type { OidcClient } from './ports/sso.ts'
import type { SsoSetupPort } from './ports/sso-setup.ts'
import type { WebhookSender } from './ports/webhooks.ts'
import type { InLine } from './store/queue.ts'
import type { AuditDraft } from './store/records.ts'
import type { Collections, Store } from './store/store.ts'

/** The service that checks tokens of captcha widgets. */
export interface CaptchaService {
  /** URL that checks tokens, such as `https://www.google.com/recaptcha/api/siteverify`. */
  verifyUrl: string
  secret: string
  /** Minimum score of a check without a challenge; 0 to 1. @default 0.5 */
  minScore?: number
}

/** Everything that the backend needs from its host: preview in the browser, or a Node process over PGlite or PostgreSQL. */
export interface Ports {
  store: Store
  clock: { now(): number }
  random: Random
  hasher: PasswordHasher
  mailer: Mailer
  /** Accepts emails at once and sends them later, with retries; without it, requests wait for `mailer`. */
  outbox?: Outbox | undefined
  texter: Texter
  signer: Signer
  totp: Totp
  webauthn: WebAuthn
  oidc: OidcClient
  saml: SamlPeerPort
  ssoSetup: SsoSetupPort
  webhooks: WebhookSender
  /** The vendor's app at Slack; without it, Slack is not offered. */
  slack?: SlackPort
  /** Takes payments; without it, subscriptions are shown and cannot be changed. */
  payments?: PaymentPort
  /** Prints an invoice as a PDF; absent in the browser. */
  printInvoice?(invoice: PrintedInvoice): Promise<Uint8Array>
  /** Prints a report as a PDF; absent in the browser. */
  printReport?(report: PrintedReport): Promise<Uint8Array>
  /** Draws a report as an SVG image; absent in the browser. */
  drawReport?(report: PrintedReport): Promise<Uint8Array>
  /** Returns when a five-field crontab is due next in a time zone; `undefined` if either is malformed. */
  nextRun(cron: string, tz: string, after: number): number | undefined
  /** Returns text for display, with domains in their own script; absent in the browser, where they stay in ASCII. */
  shownDomains?(text: string): string
  /** Returns a QR code of the text as a `data:` URL, or the text itself if the host can't draw one. */
  qr(text: string): Promise<string>
  /** Returns the URL of a stored picture when no server delivers it. @default its own URL at the API */
  pictureUrl?(picture: { type: string; data: string }): string
  /**
   * Returns whether a widget's token is genuine. The vendor's service checks it, else the host's. Without any service,
   * and in the browser, a captcha policy refuses every caller.
   */
  captcha?(token: string, ipAddress: string | undefined, service?: CaptchaService): Promise<boolean>
  /** Returns whether the password is in a list of breached ones (NIST SP 800-63B-4 §3.1.1.2). */
  isBreachedPassword(password: string): Promise<boolean>
  /** Returns whether any user can get an email at this domain (normalized), so that it doesn't identify a company. */
  isPublicEmailDomain(domain: string): Promise<boolean>
  /** Reads a phone number as it is typed, which must name its country. */
  readPhone(typed: string): PhoneReading
  /** Seals secrets that must be read again, such as those of authenticator apps, before they are stored. */
  secretBox: SecretBox
  /** Returns a keyed hash for refresh tokens and stored one-time tokens; the key never leaves the port. */
  keyedHash(purpose: string, text: string): Promise<string>
  /** Serves companies' directories by SCIM; absent in the browser, where no directory can call. */
  scim?(ports: Ports, request: ScimRequest): Promise<ScimResponse>
  /** Validates query and body of an operation; absent in the browser. */
  validate?: Validate
  /**
   * Returns the refusal for a failure of an adapter, such as an unavailable database; `undefined` for any other
   * failure.
   */
  refusalOf?(error: unknown): Refusal | undefined
  /** Called with the facts about a handled request, for the host's logs and metrics. */
  observe?(request: Request, facts: CallFacts): void
  /**
   * Returns the ports of one request, whose store caches the records that the request has read.
   * @default every read is a read
   */
  perRequest?<Inner extends { store: Store; inLine: InLine }>(ports: Inner): Inner
  /** Writes audit rows that belong to no change, several in one transaction. @default one transaction for each */
  auditQueue?: AuditQueue
  log: { warn(message: string, cause?: unknown): void; error(message: string, cause?: unknown): void }
  config: BackendConfig
}

/** The ports inside a transaction, where only its own collections may be used. */
export type TransactionPorts = Omit<Ports, 'store'> & { store: Collections }

/** Facts about a call besides its request; none of them is secret. */
export interface CallFacts {
  /** For example, `users.listUsersV2`. */
  operation?: string
  /** Path of the operation with placeholders, such as `/identity/resources/groups/v1/{groupId}`. */
  route?: string
  tenantId?: string
  userId?: string
}

/** The routing options that the application gives the login box. */
export interface AppRouting {
  routes?: Partial<AuthRoutes>
  /** @default 'path' */
  urlStrategy?: 'path' | 'hash'
  /** Path prefix of the application. @default none */
  basename?: string
}

export interface BackendConfig {
  /** Origin of the API, such as `http://localhost:3002`; issuer of tokens. */
  apiUrl: string
  /** Origin of the host application: emails link to it, and CORS allows it. */
  appUrl: string
  /** Routes of this client's application, which links in emails and callbacks follow. @default the default routes, by path */
  app?: AppRouting
  /** Further origins that CORS allows; exact matches. */
  allowedOrigins: readonly string[]
  clientId: string
  /**
   * URLs that the authorization server may send codes to; exact matches.
   * @default the application's `hostedLoginRedirectUrl`
   */
  redirectUris?: readonly string[]
  /**
   * URLs that users may be redirected to after a logout; exact matches.
   * @default the application's origin and its login page
   */
  postLogoutRedirectUris?: readonly string[]
  /** URL of `fe.umd.js`, for the login page of the authorization server; without it, there is no such page. */
  loginScript?: string
  vendorId: string
  /** Signs access tokens and ID tokens; tokens signed with the other algorithm stay valid. @default 'RS256' */
  tokenAlgorithm?: TokenAlgorithm
  /** Access token lifetime in seconds; 300 by default. */
  accessTokenSeconds: number
  /** Seconds in which the predecessor of a refresh token still yields the same successor, 10 to 30. */
  refreshGraceSeconds: number
  /** Lifetime of a session's refresh cookie in seconds. */
  sessionSeconds: number
  /** Names cookies `__Host-…` where `apiUrl` is https; changing it signs everyone out. @default false */
  hostCookies?: boolean
  /** Whether pages of every `http://localhost:<port>` may use the API, for a demo on one machine. @default false */
  allowLocalPages?: boolean
  /** Whether identity providers and receivers of webhooks may be at `localhost`, for a demo on one machine; other inner addresses never. @default false */
  allowLocalProviders?: boolean
  /** Days for which rows of the audit log are kept. @default for ever */
  auditRetentionDays?: number
  /**
   * Seconds for which a proof counts as fresh; longer only if no user has a password to enter again, as in preview.
   * @default 300
   */
  freshProofSeconds?: number
  /**
   * Whether administrators of customers choose the ids of their sub-accounts freely. Those of other accounts are then
   * refused, which reveals that they exist.
   * @default false
   */
  chosenAccountIds?: boolean
  /** Adds counters and test hooks; never on in production. */
  testMode: boolean
}

export interface Random {
  uuid(): string
  /** Returns a URL-safe text with at least `bytes * 8` bits. */
  token(bytes: number): string
  /** Returns decimal digits. */
  digits(length: number): string
}

export interface PasswordHasher {
  /** Returns how many hashes are queued. */
  waiting?(): number
  /**
   * Runs work that hashes passwords once too few hashes wait to refuse it; until it ends, its hashes are never refused. A
   * sign-in is refused before it counts a try: otherwise an overload would lock accounts. @default nothing is refused
   *
   * @param network the caller's network, which leaves places to others during an overload
   */
  admit?<Result>(work: () => Promise<Result>, network?: string): Promise<Result>
  /** Throws if `admit` would refuse the work now, so that the refusal costs nothing else. */
  assertFree?(network?: string): void
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

/** The reason why an email is sent, shown in its footer. */
export type MailReason =
  /** Someone entered this email, such as to sign up or to reset a password. */
  | 'requested'
  | 'invited'
  /** The email is about the user's own sign-in. */
  | 'user'
  | 'member'
  | 'administrator'
  /** An administrator added the email as a recipient. */
  | 'recipient'

/** The content of an email; the mailer creates the plain text and the HTML from it. */
export interface Mail {
  to: string
  subject: string
  /** One line each; the greeting is first. */
  paragraphs: readonly string[]
  /** Button with a link that resolves the matter. */
  action?: { label: string; href: string }
  reason: MailReason
  /** Name of the account that the email concerns. @default none: it concerns only the user */
  account?: string
  /** The same for every attempt, so that a gateway recognizes a repetition. @default a new one */
  id?: string
  attachments?: readonly MailAttachment[]
  /** URL where a POST unsubscribes from emails like this one (RFC 8058). */
  stopUrl?: string
  /**
   * Whether a user is waiting for it, such as for a code; it is sent before emails that no one is waiting for.
   * @default false
   */
  isAwaited?: boolean
  /** When its code or link expires; the email isn't sent after that. @default never */
  expiresAt?: number
}

export interface MailAttachment {
  fileName: string
  /** Media type. */
  type: string
  content: Uint8Array
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Emails that wait for the change that they are about. */
export interface PreparedMails {
  /** Stores them in the transaction of the change. */
  keep(store: Pick<Collections, 'outgoingMails'>): Promise<void>
  /** Starts sending them, after the commit. Otherwise a later round finds them. */
  sendSoon(): void
}

export interface Outbox extends Mailer {
  /** Prepares emails before a transaction, which can't read what an email needs. */
  prepare(mails: readonly Mail[]): Promise<PreparedMails>
}

/** The purpose and the owner of a sealed secret; it can't be opened with any other. */
export interface SecretUse {
  purpose: string
  owner: string
}

export interface SecretBox {
  seal(text: string, use: SecretUse): Promise<string>
  /** Opens a stored secret. A value from before secrets were sealed is returned unchanged. */
  open(stored: string, use: SecretUse): Promise<{ text: string; isSealed: boolean }>
}

export interface Texter {
  /**
   * Sends a text message. `id` is the same for every attempt, so that a gateway recognizes a repetition.
   * @default a new one
   */
  send(phone: string, text: string, id?: string): Promise<void>
}

/** A phone number as E.164, or what is wrong with the typed one, as the rest of a sentence that its field begins. */
export type PhoneReading = { phone: string; fault?: undefined } | { phone?: undefined; fault: string }

/** Authenticator apps (RFC 6238). */
export interface Totp {
  /** Returns a new secret in base32. */
  newSecret(): string
  /** Returns the `otpauth:` URL. */
  uri(of: { secret: string; issuer: string; label: string }): string
  /** Returns the time step that the code belongs to, or `undefined` if it is wrong. */
  verify(given: { secret: string; code: string; now: number }): Promise<number | undefined>
}

/** Passkeys and security keys (WebAuthn Level 3 §7); functions return `undefined` for a response that isn't proven. */
export interface WebAuthn {
  verifyRegistration(given: {
    attestation: WebAuthnAttestation
    challenge: string
    isUserVerified: boolean
  }): Promise<WebAuthnKey | undefined>
  /** Returns the new signature counter. */
  verifyAssertion(given: {
    assertion: WebAuthnAssertion
    challenge: string
    credential: WebAuthnKey
    isUserVerified: boolean
  }): Promise<number | undefined>
}

interface WebAuthnKey {
  id: string
  /** COSE key as base64url. */
  publicKey: string
  counter: number
}

export interface Signer {
  /** Signs a JWT; `iat`, `iss` and `exp` come from the caller. */
  sign(claims: Record<string, unknown>): Promise<string>
  /**
   * Returns the claims of a token that we signed, or `undefined` for anything else.
   *
   * @param audience the client that an ID token was made for; by default the one that this backend serves
   */
  verify(token: string, now: number, audience?: string): Promise<Record<string, unknown> | undefined>
  /** Returns the public keys, the signing one first; keys that ended prove older checkpoints of the audit log. */
  jwks(options?: { withEnded?: boolean }): Promise<KeySet>
}

/** Returns the problems of a query or a body, which it leaves as it was sent. */
export type Validate = (operation: string, part: 'query' | 'body', value: unknown) => readonly string[]

/** Writes rows of the audit log of a tenant, all or none. */
export type AppendAudits = (tenantId: string, drafts: readonly AuditDraft[]) => Promise<void>

/** Writes a row together with others that are waiting. */
export type AuditQueue = (append: AppendAudits, draft: AuditDraft) => Promise<void>
