import { isIP } from 'node:net'
import { isAbsolute, join } from 'node:path'
import type { ClientConfig } from '../backend/adapters/clients.ts'
import type { SlackSettings } from '../backend/adapters/slack.ts'
import type { StripeSettings } from '../backend/adapters/stripe-payments.ts'
import type { SmsSettings } from '../backend/adapters/texter.ts'
import type { AppRouting } from '../backend/ports.ts'
import type { LogLevel } from '../kernel/logger.ts'
import type { TokenAlgorithm } from '../rules/token-algorithms.ts'
import type { DrainTimes } from './drain.ts'
import { type MailSettings, readMail, readSms } from './message-settings.ts'
import { readBreachedPasswordsUrl, readSlack, readStripe } from './services.ts'
import { readDatabaseUrl } from './setting-urls.ts'
import {
  readAppUrl,
  readBasename,
  readClientId,
  readClients,
  readLevel,
  readOrigin,
  readOrigins,
  readPasswordQueue,
  readPort,
  readProxies,
  readRetention,
  readRoutes,
  readSealingKey,
  readStrategy,
  readSwitch,
  readTokenAlgorithm,
  readUrls,
  SettingError,
} from './setting-values.ts'
import { type Environment, readWithFile } from './settings-file.ts'
import { readShutdown } from './shutdown.ts'

export interface ServeSettings extends MailSettings {
  /** IP address to listen on. */
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  sealingKey: string
  /** Settings for sending text messages; if not set, the server sends none. */
  sms: SmsSettings | undefined
  /** Service that checks breached passwords; if not set, no service is called. */
  breachedPasswordsUrl: string | undefined
  /** Public origin of the API: issuer of tokens, and target of identity providers' redirects. */
  apiUrl: string
  /** URL of the CDN that serves the release; if not set, this server does. */
  cdnUrl: string | undefined
  /** The first client, which has the hosted login. */
  client: ClientConfig
  clients: ClientConfig[]
  allowedOrigins: string[]
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  trustedProxies: string[]
  auditRetentionDays: number | undefined
  /** Maximum number of password hashes that wait; beyond it, calls get 429. */
  passwordQueue: number | undefined
  chosenAccountIds: boolean
  hostCookies: boolean
  tokenAlgorithm: TokenAlgorithm | undefined
  stripe: StripeSettings | undefined
  slack: SlackSettings | undefined
  logLevel: LogLevel
  shutdown: DrainTimes
  /** Host and port of the metrics for Prometheus; if not set, there are none. */
  metrics: { port: number; host: string } | undefined
}

/** Settings of the demo, or of stand-ins for a service. */
const DEMO_ONLY = ['DEMO', 'DEMO_SEED', 'STRIPE_API_URL', 'SLACK_API_URL']

const assertNoDemo = (env: Environment): void => {
  const name = DEMO_ONLY.find((each) => env[each])
  if (name) throw new SettingError(`${name} is a setting of the demo. Remove it to run the production server.`)
}

const required = (env: Environment, name: string, why: string): string => {
  const text = env[name]
  if (text) return text
  throw new SettingError(`${name} is missing: ${why}`)
}

const readHost = (text: string, name = 'HOST'): string => {
  if (isIP(text) !== 0 || text === 'localhost') return text
  throw new SettingError(
    `${name} must be an IP address of this machine, 0.0.0.0 for all of them, or localhost, not '${text}'.`,
  )
}

const readMetrics = (env: Environment): ServeSettings['metrics'] => {
  const host = readHost(env.METRICS_HOST || '127.0.0.1', 'METRICS_HOST')
  if (!env.METRICS_PORT) {
    if (env.METRICS_HOST) throw new SettingError('METRICS_PORT is needed together with METRICS_HOST.')
    return undefined
  }
  return { port: readPort(env.METRICS_PORT, 1, 'METRICS_PORT'), host }
}

/** Reads how the URLs of the application are built. */
export const readApp = (env: Environment): AppRouting => ({
  routes: readRoutes(env.APP_ROUTES || ''),
  urlStrategy: readStrategy(env.APP_URL_STRATEGY || 'path'),
  basename: readBasename(env.APP_BASENAME || ''),
})

/** Reads all clients: `CLIENT_ID` and `APP_URL` are the first one; without them, the first of `CLIENTS` is. */
const readAllClients = (env: Environment): [first: ClientConfig, ...more: ClientConfig[]] => {
  const clientId = env.CLIENT_ID
  const clients = readClients(env.CLIENTS || '', clientId)
  const [first, ...more] = clients
  if (!clientId && first) {
    if (env.APP_URL) throw new SettingError('CLIENT_ID is missing: APP_URL is the application of that client.')
    return [first, ...more]
  }
  const id = readClientId(
    required(env, 'CLIENT_ID', 'it is the client ID that your pages give to init, such as a new UUID.'),
  )
  const appUrl = readAppUrl(required(env, 'APP_URL', 'links in emails lead to this origin of your application.')) ?? ''
  if (clients.some((each) => each.appUrl === appUrl))
    throw new SettingError('CLIENTS must have an appUrl of its own for each client, other than APP_URL.')
  return [{ clientId: id, appUrl, app: readApp(env) }, ...clients]
}

type DatabaseSettings = Pick<ServeSettings, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'sealingKey'>

const databaseFrom = (env: Environment, root: string): DatabaseSettings => {
  const dataDir = env.DATA_DIR || 'data'
  return {
    dataDir: isAbsolute(dataDir) ? dataDir : join(root, dataDir),
    databaseUrl: readDatabaseUrl('DATABASE_URL', env.DATABASE_URL),
    databaseDirectUrl: readDatabaseUrl('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL),
    sealingKey: readSealingKey(env.SEALING_KEY || ''),
  }
}

const settingsFrom = (env: Environment, root: string, isSending: boolean): ServeSettings => {
  assertNoDemo(env)
  required(env, 'SEALING_KEY', "it protects the keys in the database. Make one with 'openssl rand -base64 32'.")
  if (isSending && !env.MAIL_URL)
    required(
      env,
      'SMTP_URL',
      'signing in, inviting users and resetting passwords send emails. MAIL_URL can replace it.',
    )
  const apiUrl = required(env, 'API_URL', 'it is the public origin of this server, such as https://id.example.com.')
  const [client, ...clients] = readAllClients(env)
  return {
    host: readHost(env.HOST || '127.0.0.1'),
    port: readPort(env.PORT || '3000'),
    ...databaseFrom(env, root),
    ...readMail(env),
    sms: readSms(env),
    breachedPasswordsUrl: readBreachedPasswordsUrl(env),
    apiUrl: readOrigin('API_URL', apiUrl),
    cdnUrl: readOrigin('CDN_URL', env.CDN_URL || '') || undefined,
    client,
    clients,
    allowedOrigins: readOrigins(env.ALLOWED_ORIGINS || ''),
    redirectUris: readUrls('REDIRECT_URIS', env.REDIRECT_URIS || ''),
    postLogoutRedirectUris: readUrls('POST_LOGOUT_REDIRECT_URIS', env.POST_LOGOUT_REDIRECT_URIS || ''),
    trustedProxies: readProxies(env.TRUSTED_PROXIES || ''),
    auditRetentionDays: readRetention(env.AUDIT_RETENTION_DAYS || ''),
    passwordQueue: readPasswordQueue(env.PASSWORD_QUEUE || ''),
    chosenAccountIds: readSwitch('CHOSEN_ACCOUNT_IDS', env.CHOSEN_ACCOUNT_IDS || 'off'),
    hostCookies: readSwitch('HOST_COOKIES', env.HOST_COOKIES || 'off'),
    tokenAlgorithm: readTokenAlgorithm(env.TOKEN_ALGORITHM || ''),
    stripe: readStripe(env),
    slack: readSlack(env),
    logLevel: readLevel(env.LOG_LEVEL || 'warn'),
    metrics: readMetrics(env),
    shutdown: readShutdown(env.SHUTDOWN_SECONDS || '7', env.SHUTDOWN_GRACE_SECONDS || ''),
  }
}

interface ReadOptions {
  /** Whether a way to send emails is required. @default true */
  isSending?: boolean
}

/**
 * Reads settings of the production server from the environment and `front-entry.config.json`; relative folders start at
 * `root`.
 *
 * @throws SettingError with one line that names the missing or invalid setting
 */
export const readServeSettings = (
  variables: Environment,
  root: string,
  { isSending = true }: ReadOptions = {},
): ServeSettings => readWithFile(variables, root, (env) => settingsFrom(env, root, isSending))

/**
 * Reads the settings of the database alone, for tools that need no others, such as those for a locked account.
 *
 * @throws SettingError with one line that names the invalid setting
 */
export const readDatabaseSettings = (variables: Environment, root: string): DatabaseSettings =>
  readWithFile(variables, root, (env) => databaseFrom(env, root))
