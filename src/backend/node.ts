import { createLogger, type Logger } from '../kernel/logger.ts'
import { createBreachedPasswords } from './adapters/breached-passwords.ts'
import { type CaptchaSettings, createCaptcha } from './adapters/captcha.ts'
import { keepClean } from './adapters/clean-up.ts'
import { createClientIp } from './adapters/client-ip.ts'
import { type ClientConfig, createClientBackends } from './adapters/clients.ts'
import { configOf } from './adapters/config.ts'
import { nextRun } from './adapters/cron.ts'
import { createInboxMailer, createInboxTexter } from './adapters/inbox.ts'
import { printInvoice } from './adapters/invoice-pdf.ts'
import { createKeyedHash } from './adapters/keyed-hash.ts'
import { createOutbox } from './adapters/mail-outbox.ts'
import { createMemoryLaneQueue } from './adapters/memory-lane-queue.ts'
import { createOidcClient } from './adapters/oidc.ts'
import { createArgon2Hasher } from './adapters/password-hasher.ts'
import { createBossLaneQueue } from './adapters/postgres/boss-lane-queue.ts'
import { openPgliteStore } from './adapters/postgres/pglite-store.ts'
import { openPostgresStore } from './adapters/postgres/postgres-store.ts'
import { createPublicEmailDomains } from './adapters/public-email-domains.ts'
import { qrDataUrl } from './adapters/qr.ts'
import { nodeRandom } from './adapters/random.ts'
import { printReport } from './adapters/report-pdf.ts'
import { createSaml } from './adapters/saml.ts'
import { createSamlKey } from './adapters/saml-key.ts'
import { type KeyStore, readSealingKeys, sealedKeyStore, sealStoredKeys } from './adapters/sealing-key.ts'
import { createSecretBox } from './adapters/secret-box.ts'
import { createSigner } from './adapters/signer.ts'
import { createSlack, type SlackSettings } from './adapters/slack.ts'
import { createSmtpMailer } from './adapters/smtp-mailer.ts'
import { createSsoSetup } from './adapters/sso-setup.ts'
import { createStripePayments, type StripeSettings } from './adapters/stripe-payments.ts'
import { createTotp } from './adapters/totp.ts'
import { createValidator, type WireSchemas } from './adapters/validate.ts'
import { createWebAuthn } from './adapters/webauthn.ts'
import { createWebhookSender } from './adapters/webhook-sender.ts'
import type { Backend } from './backend.ts'
import { keepReporting } from './domain/reports/send-due.ts'
import { serveScim } from './domain/scim/serve.ts'
import { keepDelivering } from './domain/webhooks/keep-delivering.ts'
import type { BackendConfig, Ports } from './ports.ts'
import { loadSample } from './sample/index.ts'
import { mailSampleInvitation } from './sample/invite.ts'
import type { Store } from './store/store.ts'
import type { LaneQueue } from './webhook-ports.ts'

export interface NodeBackendSettings
  extends Pick<BackendConfig, 'apiUrl' | 'appUrl'>,
    Partial<Omit<BackendConfig, 'apiUrl' | 'appUrl'>> {
  /** Folder of the embedded database; in memory when neither this nor `databaseUrl` is given. */
  dataDir?: string
  /** `postgres://…`: a PostgreSQL server instead of the embedded database. */
  databaseUrl?: string
  /**
   * More applications of the same users, each with a client ID, an origin and routes of its own: emails lead to the
   * application whose page caused them. @default none
   */
  clients?: readonly ClientConfig[]
  /** `smtp://…` or `smtps://…`; without it mails go to the local inbox. */
  smtpUrl?: string
  /**
   * 32 bytes in base64: seals the keys in the database that sign tokens and protect secrets, so that a copy of the database
   * is of no use by itself. Several, separated by commas, during a rotation: the first one seals. @default they are not sealed
   */
  sealingKey?: string
  /** Who judges captcha tokens; without it a captcha policy refuses every caller. */
  captcha?: CaptchaSettings
  /** The vendor's account at Stripe; without it subscriptions are shown and cannot be changed. */
  stripe?: StripeSettings
  /** The vendor's app at Slack; without it Slack is not offered. */
  slack?: SlackSettings
  /**
   * Reverse proxies in front of this process, as IP addresses or CIDR networks: only behind them is `X-Forwarded-For`
   * read. App servers that use `front-entry/server` belong here too. @default none
   */
  trustedProxies?: readonly string[]
  /** Reads the TXT records that prove a domain, instead of DNS. */
  resolveTxt?: (domain: string) => Promise<readonly string[]>
  /** Loads the sample tenants and users into an empty store. @default false */
  seed?: boolean
  log?: Logger
  /** What `buildOpenApi` returns as `schemas`; with them every query and body is checked before its handler sees it. */
  schemas?: WireSchemas
  /** Replaces single ports, for tests. */
  ports?: Partial<Pick<Ports, 'clock' | 'random' | 'hasher' | 'mailer' | 'texter' | 'validate'>>
}

export interface NodeBackend {
  /** `peer.address` is the IP address of the connection; limits per network need it. */
  fetch: Backend
  store: Store
  ports: Ports
  /** Ends what runs and closes the database; needed before another process may open the same folder. */
  close(): Promise<void>
}

const openStore = ({ dataDir, databaseUrl }: NodeBackendSettings, log: Logger): Promise<Store> =>
  databaseUrl
    ? openPostgresStore(databaseUrl, (error) => log.warn('An idle database connection was lost', error))
    : openPgliteStore(dataDir, (message) => log.warn(message))

interface Opened {
  store: Store
  keys: KeyStore
  log: Logger
}

const portsOf = ({ store, keys, log }: Opened, settings: NodeBackendSettings) => {
  const { dataDir, databaseUrl, smtpUrl, trustedProxies, seed, clients, log: _log, resolveTxt, ...rest } = settings
  const { schemas, captcha, stripe, slack, sealingKey, ports: replaced = {}, ...config } = rest
  const { clock = { now: () => Date.now() }, random = nodeRandom } = replaced
  const inbox = { store, clock, random }
  const smtp = smtpUrl && !replaced.mailer ? createSmtpMailer(smtpUrl) : undefined
  const secretBox = createSecretBox(keys)
  const outbox = smtp && createOutbox({ store, clock, random, secretBox, log }, smtp)
  const ports: Ports = {
    store,
    clock,
    random,
    hasher: createArgon2Hasher(),
    mailer: smtp ?? createInboxMailer(inbox),
    outbox,
    texter: createInboxTexter(inbox),
    signer: createSigner(keys, configOf(config)),
    keyedHash: createKeyedHash(keys),
    secretBox,
    totp: createTotp(),
    webauthn: createWebAuthn(configOf(config)),
    oidc: createOidcClient(clock, { allowLocal: config.allowLocalProviders }),
    saml: createSaml(createSamlKey(keys, secretBox)),
    ssoSetup: createSsoSetup({ allowLocal: config.allowLocalProviders, resolveTxt }),
    webhooks: createWebhookSender({ clock, allowLocal: config.allowLocalProviders }),
    isBreachedPassword: createBreachedPasswords(),
    isPublicEmailDomain: createPublicEmailDomains(),
    qr: qrDataUrl,
    scim: serveScim,
    printInvoice,
    printReport,
    nextRun,
    log,
    config: configOf(config),
    ...(captcha && { captcha: createCaptcha(captcha, log) }),
    ...(stripe && { payments: createStripePayments(stripe) }),
    ...(slack && { slack: createSlack(slack, { allowLocal: config.allowLocalProviders }) }),
    ...(schemas && { validate: createValidator(schemas) }),
    ...replaced,
  }
  const endSending = outbox?.start() ?? (async () => undefined)
  return { ports, endSending, closeMailer: () => smtp?.close() }
}

/** Keys of the store, as this process may read them. */
const openKeys = async (store: Store, { sealingKey = '' }: NodeBackendSettings, log: Logger): Promise<KeyStore> => {
  const sealingKeys = readSealingKeys(sealingKey)
  if (sealingKeys.length === 0 && process.env.NODE_ENV === 'production') {
    log.warn('SEALING_KEY is not set: with a copy of the database, anyone can sign tokens and read secrets.')
  }
  await sealStoredKeys(store, sealingKeys)
  const keys = sealedKeyStore(store, sealingKeys)
  // Also those that are first used much later, when another process may have sealed them.
  await keys.keys.list({})
  return keys
}

const laneQueueOf = ({ store, log }: Ports): LaneQueue => {
  const onError = (error: unknown) => log.warn('Delivering webhooks failed', error)
  return store.executeSql ? createBossLaneQueue(store.executeSql, onError) : createMemoryLaneQueue(onError)
}

const seedInto = async (ports: Ports): Promise<void> => {
  await loadSample(ports.store, ports.hasher, ports.clock)
  // Never over SMTP: the sample's emails belong to no one.
  await mailSampleInvitation({ ...ports, mailer: createInboxMailer(ports), outbox: undefined })
}

/** The backend with the client's IP address in place of the connection's. */
const behindProxies = (backend: Backend, trustedProxies: readonly string[]): Backend => {
  const clientIp = createClientIp(trustedProxies)
  return (request, peer) => {
    const address = clientIp(peer?.address, request.headers.get('X-Forwarded-For'))
    return backend(request, address === undefined ? {} : { address })
  }
}

/**
 * The backend with everything a Node process brings: database, argon2id, signing keys, mails.
 *
 * @example const backend = await openNodeBackend({ dataDir: '.data', apiUrl, appUrl, seed: true })
 * @throws FolderInUseError when another process has `dataDir` open
 * @throws DatabaseError when the database can't be opened; its message names `DATABASE_URL` or `DATA_DIR`
 * @throws SealingKeyError when `sealingKey` is malformed or doesn't open the keys in the database
 * @throws TrustedProxyError for a trusted proxy that is neither an IP address nor a CIDR network
 */
export const openNodeBackend = async (settings: NodeBackendSettings): Promise<NodeBackend> => {
  const log = settings.log ?? createLogger()
  const store = await openStore(settings, log)
  try {
    const keys = await openKeys(store, settings, log)
    const { ports, endSending, closeMailer } = portsOf({ store, keys, log }, settings)
    const backend = createClientBackends(ports, settings.clients ?? [], keys)
    const fetch = behindProxies(backend, settings.trustedProxies ?? [])
    if (settings.seed) await seedInto(ports)
    const endCleaning = keepClean(ports)
    const endReporting = keepReporting(ports)
    const endDelivering = await keepDelivering(ports, laneQueueOf(ports))
    const close = async () => {
      await Promise.all([endSending(), endDelivering(), endCleaning(), endReporting()])
      closeMailer()
      await store.close()
    }
    return { fetch, store, ports, close }
  } catch (error) {
    await store.close()
    throw error
  }
}
