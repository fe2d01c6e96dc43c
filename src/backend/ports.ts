import type { WebAuthnAssertion, WebAuthnAttestation } from '../entities/mfa.ts'
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
import type { Store } from './store/store.ts'

/** Everything the backend needs from its host: preview in the browser, a Node process over PGlite or over PostgreSQL. */
/** The service that checks tokens of captcha widgets. */
export interface CaptchaService {
  /** Where tokens are checked, such as `https://www.google.com/recaptcha/api/siteverify`. */
  verifyUrl: string
  secret: string
  /** Least score of a check without a question; 0 to 1. @default 0.5 */
  minScore?: number
}

export interface Ports {
  store: Store
  clock: { now(): number }
  random: Random
  hasher: PasswordHasher
  mailer: Mailer
  /** Takes emails at once and sends them later, for good; without it requests wait for `mailer`. */
  outbox?: Mailer | undefined
  texter: Texter
  signer: Signer
  totp: Totp
  webauthn: WebAuthn
  oidc: OidcClient
  saml: SamlPeerPort
  ssoSetup: SsoSetupPort
  webhooks: WebhookSender
  /** The vendor's app at Slack; without it Slack is not offered. */
  slack?: SlackPort
  /** Takes payments; without it subscriptions are shown and cannot be changed. */
  payments?: PaymentPort
  /** Prints an invoice as a PDF; absent in the browser. */
  printInvoice?(invoice: PrintedInvoice): Promise<Uint8Array>
  /** Prints a report as a PDF; absent in the browser. */
  printReport?(report: PrintedReport): Promise<Uint8Array>
  /** Draws a report as an SVG image; absent in the browser. */
  drawReport?(report: PrintedReport): Promise<Uint8Array>
  /** When a five-field crontab is due next in a time zone; `undefined` when either is malformed. */
  nextRun(cron: string, tz: string, after: number): number | undefined
  /** A text that is shown, with domains in the letters of their script; absent in the browser, where they stay in ASCII. */
  shownDomains?(text: string): string
  /** A picture of the text as a `data:` URL, or the text itself where nothing can draw. */
  qr(text: string): Promise<string>
  /** Where a stored picture is shown when there is no server to ask for it. @default its own URL at the API */
  pictureUrl?(picture: { type: string; data: string }): string
  /**
   * Whether a widget's token is genuine, by the service that the vendor set up, else by the host's; without any service, and
   * in the browser, a captcha policy refuses every caller.
   */
  captcha?(token: string, ipAddress: string | undefined, service?: CaptchaService): Promise<boolean>
  /** Whether the password is in a list of breached ones (NIST SP 800-63B-4 §3.1.1.2). */
  isBreachedPassword(password: string): Promise<boolean>
  /** Whether any user can get an email at this domain (normalized), so that it says nothing about a company. */
  isPublicEmailDomain(domain: string): Promise<boolean>
  /** Secrets that must be read again, such as those of authenticator apps, are stored through it. */
  secretBox: SecretBox
  /** Keyed hash for refresh tokens and stored one-time tokens; the key never leaves the port. */
  keyedHash(purpose: string, text: string): Promise<string>
  /** Serves directories of companies by SCIM; absent in the browser, where none can call. */
  scim?(ports: Ports, request: ScimRequest): Promise<ScimResponse>
  /** Validates query and body of an operation; absent in the browser. */
  validate?: Validate
  /** How a failure of an adapter is refused, such as a database that is away; `undefined` for any other failure. */
  refusalOf?(error: unknown): Refusal | undefined
  /** Learns what a request turned out to be, for logs and metrics of the host. */
  observe?(request: Request, facts: CallFacts): void
  /** The ports of one request, whose store remembers what the request has read. @default every read is a read */
  perRequest?<Inner extends { store: Store; inLine: InLine }>(ports: Inner): Inner
  /** Rows of the audit log that are no part of a change and share a transaction. @default each has one of its own */
  auditQueue?: AuditQueue
  log: { warn(message: string, cause?: unknown): void; error(message: string, cause?: unknown): void }
  config: BackendConfig
}

/** These facts about a call are known besides its request; none of them is secret. */
export interface CallFacts {
  /** Such as `users.listUsersV2`. */
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
  /** Path that the application is served below. @default none */
  basename?: string
}

export interface BackendConfig {
  /** Origin of the API, such as `http://localhost:3002`; issuer of tokens. */
  apiUrl: string
  /** Origin of the host application: links in emails lead here, and CORS allows it. */
  appUrl: string
  /** How the application of this client is routed; links in emails and callbacks follow it. @default the default routes, by path */
  app?: AppRouting
  /** Further origins that CORS allows, exact. */
  allowedOrigins: readonly string[]
  clientId: string
  /** Where the authorization server may send codes, exact. @default the application's `hostedLoginRedirectUrl` */
  redirectUris?: readonly string[]
  /** Where it may send users after a logout, exact. @default the application's origin and its login page */
  postLogoutRedirectUris?: readonly string[]
  /** URL of `fe.umd.js`, for the login page of the authorization server; without it there is none. */
  loginScript?: string
  vendorId: string
  /** Signs access tokens and ID tokens; tokens that were signed with the other one stay valid. @default 'RS256' */
  tokenAlgorithm?: TokenAlgorithm
  /** Access token lifetime in seconds; 300 by default. */
  accessTokenSeconds: number
  /** How long the predecessor of a refresh token still yields the same successor. 10 to 30 s. */
  refreshGraceSeconds: number
  /** Lifetime of a session's refresh cookie in seconds. */
  sessionSeconds: number
  /** Names cookies `__Host-…` where `apiUrl` is https; changing it signs everyone out. @default false */
  hostCookies?: boolean
  /** Whether pages of every `http://localhost:<port>` may use the API, for a demo on one machine. @default false */
  allowLocalPages?: boolean
  /** Whether identity providers and receivers of webhooks may be at `localhost`, for a demo on one machine; other inner addresses never. @default false */
  allowLocalProviders?: boolean
  /** How long rows of the audit log are kept, in days. @default for ever */
  auditRetentionDays?: number
  /** How long a proof counts as fresh, in seconds; longer only where no one has a password to type again, as in preview. @default 300 */
  freshProofSeconds?: number
  /** Adds counters and test hooks; never on in production. */
  testMode: boolean
}

export interface Random {
  uuid(): string
  /** URL-safe text with at least `bytes * 8` bits. */
  token(bytes: number): string
  /** Decimal digits. */
  digits(length: number): string
}

export interface PasswordHasher {
  /** How many hashes wait for their turn. */
  waiting?(): number
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

/** Why someone gets an email, for its footer. */
export type MailReason =
  /** Someone entered this email, such as to sign up or to reset a password. */
  | 'requested'
  | 'invited'
  /** It is about the user's own sign-in. */
  | 'user'
  | 'member'
  | 'administrator'
  /** An administrator added the email as a recipient. */
  | 'recipient'

/** An email without its form: the mailer makes the plain text and the HTML of it. */
export interface Mail {
  to: string
  subject: string
  /** One line each, the greeting first. */
  paragraphs: readonly string[]
  /** The way to fix it. */
  action?: { label: string; href: string }
  reason: MailReason
  /** Name of the account that it is about. @default none: it is about the user alone */
  account?: string
  /** The same for every try, so that a gateway recognizes a repetition. @default a new one */
  id?: string
  attachments?: readonly MailAttachment[]
  /** Where a POST stops emails like this one (RFC 8058). */
  stopUrl?: string
  /** A user waits for it, as for a code: it is sent before emails that no one waits for. @default false */
  isAwaited?: boolean
  /** When its code or link stops working: it isn't sent after that. @default never */
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

/** What a sealed secret is for and whose it is; it opens for no other use and no other owner. */
export interface SecretUse {
  purpose: string
  owner: string
}

export interface SecretBox {
  seal(text: string, use: SecretUse): Promise<string>
  /** A text that was stored before secrets were sealed is read as it is. */
  open(stored: string, use: SecretUse): Promise<{ text: string; isSealed: boolean }>
}

export interface Texter {
  /** `id` is the same for every try, so that a gateway recognizes a repetition. @default a new one */
  send(phone: string, text: string, id?: string): Promise<void>
}

/** Authenticator apps (RFC 6238). */
export interface Totp {
  /** Base32. */
  newSecret(): string
  /** `otpauth:` URL. */
  uri(of: { secret: string; issuer: string; label: string }): string
  /** The time step the code belongs to, or `undefined` when it is wrong. */
  verify(given: { secret: string; code: string; now: number }): Promise<number | undefined>
}

/** Passkeys and security keys (WebAuthn Level 3 §7): `undefined` for a response that does not prove it. */
export interface WebAuthn {
  verifyRegistration(given: {
    attestation: WebAuthnAttestation
    challenge: string
    isUserVerified: boolean
  }): Promise<WebAuthnKey | undefined>
  /** The new signature counter. */
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
   * The claims of a token of ours, or `undefined` for anything else.
   *
   * @param audience the client that an ID token was made for; by default the one that this backend serves
   */
  verify(token: string, now: number, audience?: string): Promise<Record<string, unknown> | undefined>
  /** Public keys, the one that signs first; those that ended prove older checkpoints of the audit log. */
  jwks(options?: { withEnded?: boolean }): Promise<{ keys: Record<string, unknown>[] }>
}

export type Validate = (operation: string, part: 'query' | 'body', value: unknown) => readonly string[]

/** Writes rows of the audit log of a tenant, all or none. */
export type AppendAudits = (tenantId: string, drafts: readonly AuditDraft[]) => Promise<void>

/** Writes a row together with others that are waiting. */
export type AuditQueue = (append: AppendAudits, draft: AuditDraft) => Promise<void>
