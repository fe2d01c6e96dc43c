import { isAbsolute, join } from 'node:path'
import type { ClientConfig } from '../../src/backend/adapters/clients.ts'
import { DEMO_CLIENT_ID } from '../../src/backend/adapters/config.ts'
import type { SlackSettings } from '../../src/backend/adapters/slack.ts'
import type { StripeSettings } from '../../src/backend/adapters/stripe-payments.ts'
import type { AppRouting } from '../../src/backend/ports.ts'
import type { LogLevel } from '../../src/kernel/logger.ts'
import type { TokenAlgorithm } from '../../src/rules/token-algorithms.ts'
import { readBreachedPasswordsUrl, readSlack, readStripe } from '../../src/serve/services.ts'
import { readDatabaseUrl, readSmtpUrl } from '../../src/serve/setting-urls.ts'
import {
  readAppUrl,
  readClients,
  readLevel,
  readOrigins,
  readPort,
  readProxies,
  readRetention,
  readSealingKey,
  readSwitch,
  readTokenAlgorithm,
  readUrls,
  SettingError,
} from '../../src/serve/setting-values.ts'
import { readApp } from '../../src/serve/settings.ts'
import { type Environment, readWithFile } from '../../src/serve/settings-file.ts'

export interface Settings {
  port: number
  dataDir: string
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  /** Seals the keys in the database: 32 bytes in base64, or several during a rotation. */
  sealingKey?: string
  logLevel: LogLevel
  seed: boolean
  /** Origins of pages, other than the demo's own, that may call the API with a session. */
  allowedOrigins?: string[]
  /** Origin of an application other than the demo's pages; links in emails point to it. */
  appUrl?: string | undefined
  app?: AppRouting
  /** More applications of the same users, each with its own client ID and URL. */
  clients?: ClientConfig[]
  /** URLs that hosted login may redirect to, in addition to the default routes of all allowed origins. */
  redirectUris?: string[]
  /** URLs that hosted login may redirect to after a sign-out. */
  postLogoutRedirectUris?: string[]
  /** Reverse proxies whose `X-Forwarded-For` is read: IP addresses or CIDR networks. */
  trustedProxies?: string[]
  /** Number of days for which rows of the audit log are kept; forever by default. */
  auditRetentionDays?: number | undefined
  /** Algorithm of access tokens and ID tokens; the backend's own default if not set. */
  tokenAlgorithm?: TokenAlgorithm | undefined
  /** A service that checks passwords that the server's own list of breached passwords doesn't have. */
  breachedPasswordsUrl?: string | undefined
  /** A real account at Stripe, instead of the demo's own payment provider. */
  stripe?: StripeSettings | undefined
  /** A real app at Slack, instead of the demo's own stand-in. */
  slack?: SlackSettings | undefined
}

/** Number of ports: pages, CDN, API and the foreign identity provider. */
const PORTS = 4

/**
 * Reads the environment and `front-entry.config.json`; relative folders start at `root`. Only tools for a database that
 * may be a real one use it directly: the demo starts with `readDemoSettings`.
 */
export const readSettings = (variables: Environment, root: string): Settings =>
  readWithFile(variables, root, (env) => settingsFrom(env, root))

/** Forms of NODE_ENV that mean a real deployment, although Node's tools read only the first. */
const PRODUCTION = /^\s*prod(uction)?\s*$/i

const USE_SERVE = 'Start the production server with `npm run serve`'

/**
 * Reads the same for the demo, which trusts identity providers on this machine and has a DNS zone that anyone may
 * change.
 *
 * @throws SettingError where the settings look like those of a real deployment
 */
export const readDemoSettings = (variables: Environment, root: string): Settings => {
  if (PRODUCTION.test(variables.NODE_ENV ?? '')) {
    throw new SettingError(
      `NODE_ENV=${variables.NODE_ENV}: this is the demo, which is not safe to run in production. ${USE_SERVE}.`,
    )
  }
  const settings = readSettings(variables, root)
  const isDemo = readSwitch('DEMO', variables.DEMO || 'off')
  if (settings.databaseUrl && !isDemo) {
    throw new SettingError(
      `DATABASE_URL: this is the demo, which is not safe to run in production. ${USE_SERVE}, or set DEMO=on to run the demo on this database.`,
    )
  }
  return settings
}

const settingsFrom = (env: Environment, root: string): Settings => {
  const dataDir = env.DATA_DIR || '.data'
  return {
    port: readPort(env.PORT || '3000', PORTS),
    dataDir: isAbsolute(dataDir) ? dataDir : join(root, dataDir),
    databaseUrl: readDatabaseUrl('DATABASE_URL', env.DATABASE_URL),
    smtpUrl: readSmtpUrl(env.SMTP_URL),
    sealingKey: readSealingKey(env.SEALING_KEY || ''),
    logLevel: readLevel(env.LOG_LEVEL || 'warn'),
    seed: readSwitch('DEMO_SEED', env.DEMO_SEED || 'on'),
    allowedOrigins: readOrigins(env.ALLOWED_ORIGINS || ''),
    appUrl: readAppUrl(env.APP_URL || ''),
    app: readApp(env),
    clients: readClients(env.CLIENTS || '', DEMO_CLIENT_ID),
    redirectUris: readUrls('REDIRECT_URIS', env.REDIRECT_URIS || ''),
    postLogoutRedirectUris: readUrls('POST_LOGOUT_REDIRECT_URIS', env.POST_LOGOUT_REDIRECT_URIS || ''),
    trustedProxies: readProxies(env.TRUSTED_PROXIES || ''),
    auditRetentionDays: readRetention(env.AUDIT_RETENTION_DAYS || ''),
    tokenAlgorithm: readTokenAlgorithm(env.TOKEN_ALGORITHM || ''),
    breachedPasswordsUrl: readBreachedPasswordsUrl(env),
    stripe: readStripe(env),
    slack: readSlack(env),
  }
}
