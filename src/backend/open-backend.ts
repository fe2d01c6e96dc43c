import { createLogger, type Logger } from '../kernel/logger.ts'
import { withShownDomains } from '../rules/shown-domains.ts'
import { createBrandedMailer, createBrandedOutbox } from './adapters/branded-mailer.ts'
import { createBreachedPasswords } from './adapters/breached-passwords.ts'
import { createCaptcha } from './adapters/captcha.ts'
import { keepClean } from './adapters/clean-up.ts'
import { createClientIp } from './adapters/client-ip.ts'
import { type ClientConfig, createClientBackends } from './adapters/clients.ts'
import { configOf } from './adapters/config.ts'
import { nextRun } from './adapters/cron.ts'
import { printInvoice } from './adapters/invoice-pdf.ts'
import { createMailEndpoint, type MailEndpointSettings } from './adapters/mail-endpoint.ts'
import { createOutbox, type GivenUpMail } from './adapters/mail-outbox.ts'
import type { MailHealth } from './adapters/mail-sending.ts'
import type { MailTransport, RenderedMail } from './adapters/mail-transport.ts'
import { createMemoryLaneQueue } from './adapters/memory-lane-queue.ts'
import { createOidcClient } from './adapters/oidc.ts'
import { createArgon2Hasher } from './adapters/password-hasher.ts'
import { readPhone } from './adapters/phone-reader.ts'
import { NoPlaceError } from './adapters/places.ts'
import { createBossLaneQueue } from './adapters/postgres/boss-lane-queue.ts'
import { listenForChanges } from './adapters/postgres/listen-changes.ts'
import { isDatabaseAway, withoutOutages } from './adapters/postgres/outage.ts'
import { openPgliteStore } from './adapters/postgres/pglite-store.ts'
import { openPostgresStore } from './adapters/postgres/postgres-store.ts'
import { createPublicEmailDomains } from './adapters/public-email-domains.ts'
import { nodeRandom } from './adapters/random.ts'
import { createReadiness, type Readiness, withHealth, within } from './adapters/readiness.ts'
import { createRememberingStore } from './adapters/remembering-store.ts'
import { printReport } from './adapters/report-pdf.ts'
import { drawReport } from './adapters/report-svg.ts'
import { createSaml } from './adapters/saml.ts'
import { createSamlKey } from './adapters/saml-key.ts'
import { type ChangeableKeyStore, readSealingKeys, sealedKeyStore, sealStoredKeys } from './adapters/sealing-key.ts'
import { createKeyedHash, createSecretBox } from './adapters/secret-box.ts'
import { createSigner } from './adapters/signer.ts'
import { createSlack, type SlackSettings } from './adapters/slack.ts'
import { createSmtpMailer } from './adapters/smtp-mailer.ts'
import { createSsoSetup } from './adapters/sso-setup.ts'
import type { StripeSettings } from './adapters/stripe-payments.ts'
import { createTexter, type SmsSettings } from './adapters/texter.ts'
import { createTotp, qrDataUrl } from './adapters/totp.ts'
import { createValidator, type WireSchemas } from './adapters/validate.ts'
import { createWebAuthn } from './adapters/webauthn.ts'
import { createWebhookSender } from './adapters/webhook-sender.ts'
import type { Backend } from './backend.ts'
import { withErrorTexts } from './call/error-text.ts'
import { Refusal, tooMany } from './call/refusal.ts'
import { createAuditQueue } from './domain/audit/audit.ts'
import { chainLeftRows, keepChained, withAuditsLast } from './domain/audit/audits-last.ts'
import { auditRefusedEmail } from './domain/delivery/channels/attempted.ts'
import { isStillWanted } from './domain/delivery/channels/message-delivery.ts'
import { keepDelivering } from './domain/delivery/queue/keep-delivering.ts'
import { auditGivenUpEmail } from './domain/identity/accounts/given-up-email.ts'
import { publishAccess } from './domain/identity/roles/published-access.ts'
import { keepReporting } from './domain/reports/keep-reporting.ts'
import { serveReportingScim } from './domain/reports/watch-stopped.ts'
import type { PaymentPort } from './ports/payments.ts'
import type { LaneQueue } from './ports/webhooks.ts'
import type { BackendConfig, CaptchaService, Ports, Texter } from './ports.ts'
import type { Store } from './store/store.ts'

export interface BackendSettings
  extends Pick<BackendConfig, 'apiUrl' | 'appUrl'>,
    Partial<Omit<BackendConfig, 'apiUrl' | 'appUrl'>> {
  /** Folder of the embedded database; in memory when neither this nor `databaseUrl` is given. */
  dataDir?: string
  /** `postgres://…`: a PostgreSQL server instead of the embedded database. */
  databaseUrl?: string
  /**
   * The same database without a pooler, for migrations and for notices of changes: one in transaction mode breaks both.
   * @default `databaseUrl`
   */
  databaseDirectUrl?: string | undefined
  /**
   * More applications of the same users, each with a client ID, an origin and routes of its own: emails lead to the
   * application whose page caused them. @default none
   */
  clients?: readonly ClientConfig[]
  /** `smtp://…` or `smtps://…`; without it, the host delivers emails. */
  smtpUrl?: string | undefined
  /** A service that accepts emails over HTTP, instead of an SMTP server. @default none */
  mailEndpoint?: MailEndpointSettings | undefined
  /** The service that sends text messages. @default the host delivers them */
  sms?: SmsSettings | undefined
  /**
   * 32 bytes in base64: seals the keys in the database that sign tokens and protect secrets, so that a copy of the database
   * is of no use by itself. Several, separated by commas, during a rotation: the first one seals. @default they are not sealed
   */
  sealingKey?: string
  /**
   * The service that checks captcha tokens if the vendor's settings name none.
   * @default none: every caller is refused
   */
  captcha?: CaptchaService
  /**
   * A service with the range protocol of Have I Been Pwned, which checks passwords that the server's own list doesn't
   * have, such as `https://api.pwnedpasswords.com/range`. Five digits of the password's SHA-1 are sent.
   * @default none
   */
  breachedPasswordsUrl?: string | undefined
  /** Maximum number of password hashes that wait for a processor; beyond it calls get 429 at once. @default 16 */
  passwordQueue?: number | undefined
  /** The vendor's account at Stripe; without it subscriptions are shown and cannot be changed. */
  stripe?: StripeSettings
  /** The vendor's app at Slack; without it Slack is not offered. */
  slack?: SlackSettings
  /**
   * Reverse proxies in front of this process, as IP addresses or CIDR networks. `X-Forwarded-For`, or `Forwarded`
   * without it, is read only on requests that come from one of them. Include app servers that use `front-entry/server`.
   * @default none
   */
  trustedProxies?: readonly string[]
  /** Reads the TXT records that prove a domain, instead of DNS. */
  resolveTxt?: (domain: string) => Promise<readonly string[]>
  log?: Logger
  /** Called with the facts about each request when it is handled. */
  observe?: Ports['observe']
  /** The result of `buildOpenApi` as `schemas`. With it, every query and body is validated before its handler runs. */
  schemas?: WireSchemas
  /** Replaces single ports, for tests. */
  ports?: Partial<Pick<Ports, 'clock' | 'random' | 'hasher' | 'mailer' | 'texter' | 'validate'>>
}

export interface NodeBackend {
  /** `peer.address` is the IP address of the connection; limits per network need it. */
  fetch: Backend
  store: Store
  ports: Ports
  /** Returns whether this process can serve calls; the response of `/health/ready`. */
  readiness(): Promise<Readiness>
  /** Whether emails can be sent; `undefined` if the host delivers them. */
  mailHealth: MailHealth | undefined
  /**
   * Makes the process no longer ready and starts no more jobs; calls work as before. Resolves when the running jobs
   * have ended; other processes take over the rest.
   */
  drain(): Promise<void>
  /**
   * Ends running jobs and closes the database; required before another process may open the same folder. Jobs get
   * `limitMs` to end; a job that is cut off is repeated by another process, or after the next start.
   * @default until they have ended
   */
  close(limitMs?: number): Promise<void>
}

/**
 * Parts that a host of the backend adds. The demo adds its inbox and sample data, which a production server can't
 * reach.
 */
export interface HostParts {
  /** Creates the transport for emails if the settings configure none. */
  createMailTransport(needs: Pick<Ports, 'store' | 'clock' | 'random'>): MailTransport
  /** The same for text messages. */
  createTexter(needs: Pick<Ports, 'store' | 'clock' | 'random'>): Texter
  /** Runs before the first request. */
  prepare?(ports: Ports): Promise<void>
  /** Opens a different store from the one in the settings, for tests that don't check the database. */
  openStore?(): Promise<Store>
}

const openStore = ({ dataDir, databaseUrl, databaseDirectUrl }: BackendSettings, log: Logger): Promise<Store> =>
  databaseUrl ? openPostgresStore(databaseUrl, log, databaseDirectUrl) : openPgliteStore(dataDir, log)

/** The store, which remembers what it reads until another process changes it. */
const openRemembering = async (settings: BackendSettings, log: Logger, host: HostParts) => {
  const { databaseUrl, databaseDirectUrl = databaseUrl } = settings
  const opened = await (host.openStore?.() ?? openStore(settings, log))
  const { store, perRequest, forget } = createRememberingStore(withAuditsLast(opened))
  const endListening =
    databaseDirectUrl && databaseUrl ? listenForChanges(databaseDirectUrl, { onChange: forget }) : undefined
  const close = async () => {
    await endListening?.()
    await store.close()
  }
  return { store: { ...store, close }, perRequest }
}

interface Opened extends Pick<Ports, 'perRequest'> {
  store: Store
  keys: ChangeableKeyStore
  log: Logger
}

interface MailSending extends MailTransport {
  close?(): void
}

/** Returns how emails are sent; `undefined` if the host delivers them. */
const mailSendingOf = (
  { smtpUrl, mailEndpoint }: Pick<BackendSettings, 'smtpUrl' | 'mailEndpoint'>,
  clock: Ports['clock'],
): MailSending | undefined => {
  if (mailEndpoint) return createMailEndpoint({ ...mailEndpoint, clock })
  return smtpUrl ? createSmtpMailer(smtpUrl) : undefined
}

/** Loads Stripe's library, 9 MB in memory, only where it is used. */
const openPayments = async (stripe: StripeSettings): Promise<PaymentPort> => {
  const { createStripePayments } = await import('./adapters/stripe-payments.ts')
  return createStripePayments(stripe)
}

const portsOf = async ({ store, keys, log, perRequest }: Opened, settings: BackendSettings, host: HostParts) => {
  const {
    dataDir,
    databaseUrl,
    databaseDirectUrl,
    smtpUrl,
    mailEndpoint,
    trustedProxies,
    clients,
    log: _log,
    observe,
    ...rest
  } = settings
  const {
    resolveTxt,
    schemas,
    captcha,
    stripe,
    slack,
    sms,
    sealingKey,
    breachedPasswordsUrl,
    passwordQueue,
    ports: replaced = {},
    ...config
  } = rest
  const { clock = { now: () => Date.now() }, random = nodeRandom } = replaced
  const needs = { store, clock, random }
  const mailSending = replaced.mailer ? undefined : mailSendingOf({ smtpUrl, mailEndpoint }, clock)
  const secretBox = createSecretBox(keys)
  const givenUp = async (mail: GivenUpMail) => {
    await auditGivenUpEmail(ports, mail)
    if (mail.id !== undefined) await auditRefusedEmail(ports, mail.id)
  }
  const isWanted = (mail: RenderedMail) => isStillWanted(ports, mail)
  const outbox = mailSending && createOutbox({ store, clock, random, secretBox, log, givenUp, isWanted }, mailSending)
  const ports: Ports = {
    store,
    perRequest,
    auditQueue: createAuditQueue(),
    clock,
    random,
    hasher: createArgon2Hasher(undefined, passwordQueue),
    mailer: createBrandedMailer(needs, mailSending ?? host.createMailTransport(needs)),
    outbox: outbox && createBrandedOutbox(needs, outbox),
    texter: sms ? createTexter(sms, needs) : host.createTexter(needs),
    signer: createSigner(keys, configOf(config)),
    keyedHash: createKeyedHash(keys),
    secretBox,
    totp: createTotp(),
    webauthn: createWebAuthn(configOf(config)),
    oidc: createOidcClient(clock, { allowLocal: config.allowLocalProviders }),
    saml: createSaml(createSamlKey(keys, secretBox)),
    ssoSetup: createSsoSetup({ allowLocal: config.allowLocalProviders, resolveTxt }),
    webhooks: createWebhookSender({ clock, allowLocal: config.allowLocalProviders }),
    isBreachedPassword: createBreachedPasswords({ clock, log }, { url: breachedPasswordsUrl }),
    isPublicEmailDomain: createPublicEmailDomains(),
    readPhone,
    qr: qrDataUrl,
    shownDomains: withShownDomains,
    scim: serveReportingScim,
    captcha: createCaptcha(captcha, log),
    printInvoice,
    printReport,
    drawReport,
    nextRun,
    refusalOf,
    log,
    config: configOf(config),
    ...(observe && { observe }),
    ...(stripe && { payments: await openPayments(stripe) }),
    ...(slack && { slack: createSlack(slack, { allowLocal: config.allowLocalProviders }) }),
    ...(schemas && { validate: createValidator(schemas) }),
    ...replaced,
  }
  const endSending = outbox?.start() ?? (async () => undefined)
  return { ports, endSending, mailHealth: outbox?.health, closeMailer: () => mailSending?.close?.() }
}

/** Opens the keys of the store with this process's sealing key. */
const openKeys = async (
  store: Store,
  { sealingKey = '' }: BackendSettings,
  log: Logger,
): Promise<ChangeableKeyStore> => {
  const sealingKeys = readSealingKeys(sealingKey)
  if (sealingKeys.length === 0 && process.env.NODE_ENV === 'production') {
    log.warn('SEALING_KEY is not set: with a copy of the database, anyone can sign tokens and read secrets.')
  }
  await sealStoredKeys(store, sealingKeys)
  const keys = sealedKeyStore(store, sealingKeys)
  // Reads all keys, including those that are first used much later: another process may have sealed them.
  await keys.keys.list({})
  return keys
}

/** Seconds after which a full queue of password hashes has been processed several times. */
const BUSY_SECONDS = 2

/** A database that is away costs the call, not the session: clients repeat it (RFC 9110 §15.6.4). */
const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof NoPlaceError) return tooMany(BUSY_SECONDS).as('busy')
  return isDatabaseAway(error)
    ? new Refusal(503, ['The service is unavailable for a moment. Try again.'], { 'Retry-After': '3' })
    : undefined
}

const laneQueueOf = ({ store, log }: Ports): LaneQueue => {
  const onError = (error: unknown) => log.warn('Delivering webhooks failed', error)
  return store.executeSql ? createBossLaneQueue(store.executeSql, onError) : createMemoryLaneQueue(onError)
}

/** A query that waits for a database that is away would keep its connection open, and the process alive. */
const CLOSE_MS = 2_000

/** Starts the background jobs. `end` starts no more of them, and resolves when the running ones have ended. */
const startJobs = async (ports: Ports, keys: ChangeableKeyStore, endSending: () => Promise<void>) => {
  const endCleaning = keepClean(ports, keys)
  const endChaining = keepChained(ports)
  const endReporting = keepReporting(ports)
  const queue = laneQueueOf(ports)
  const endDelivering = await keepDelivering(ports, queue)
  const end = async () => {
    const ended = await Promise.allSettled([
      endSending(),
      endDelivering(),
      endCleaning(),
      endChaining(),
      endReporting(),
    ])
    for (const each of ended) if (each.status === 'rejected') ports.log.warn('A job failed', each.reason)
  }
  return { queue, end }
}

/** Wraps the backend so that it gets the client's IP address instead of the connection's. */
const behindProxies = (backend: Backend, trustedProxies: readonly string[]): Backend => {
  const clientIp = createClientIp(trustedProxies)
  return (request, peer) => {
    const address = clientIp(peer?.address, request.headers)
    return backend(request, address === undefined ? {} : { address })
  }
}

/**
 * Opens the database and a backend that uses it.
 *
 * @throws FolderInUseError, DatabaseError, SealingKeyError, TrustedProxyError as `openNodeBackend` describes them
 */
export const openBackend = async (settings: BackendSettings, host: HostParts): Promise<NodeBackend> => {
  const log = withoutOutages(withErrorTexts(settings.log ?? createLogger()))
  const { store, perRequest } = await openRemembering(settings, log, host)
  try {
    const keys = await openKeys(store, settings, log)
    const opened = await portsOf({ store, keys, log, perRequest }, settings, host)
    const { ports, endSending, mailHealth, closeMailer } = opened
    const backend = createClientBackends(ports, settings.clients ?? [], keys)
    const served = behindProxies(backend, settings.trustedProxies ?? [])
    // The keys are made now, because making them would delay the first request too long.
    await ports.signer.jwks()
    await host.prepare?.(ports)
    await publishAccess(store, ports.clock.now())
    await chainLeftRows(store)
    const { queue, end } = await startJobs(ports, keys, endSending)
    let draining: Promise<void> | undefined
    const drain = () => {
      draining ??= end()
      return draining
    }
    const readiness = createReadiness({ store, queue, isDraining: () => draining !== undefined })
    const close = async (limitMs?: number) => {
      await within(drain(), limitMs, undefined)
      closeMailer()
      await within(store.close(), limitMs === undefined ? undefined : CLOSE_MS, undefined)
    }
    return { fetch: withHealth(served, ports.config, readiness), store, ports, readiness, mailHealth, drain, close }
  } catch (error) {
    await store.close()
    throw error
  }
}
