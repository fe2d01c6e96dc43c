import { isAbsolute, join } from 'node:path'
import type { ClientConfig } from '../../src/backend/adapters/clients.ts'
import { readSealingKeys } from '../../src/backend/adapters/sealing-key.ts'
import type { SlackSettings } from '../../src/backend/adapters/slack.ts'
import type { StripeSettings } from '../../src/backend/adapters/stripe-payments.ts'
import type { AppRouting } from '../../src/backend/ports.ts'
import type { LogLevel } from '../../src/kernel/logger.ts'
import {
  readAppUrl,
  readBasename,
  readClients,
  readLevel,
  readOrigins,
  readPort,
  readProxies,
  readRetention,
  readRoutes,
  readStrategy,
  readSwitch,
  readUrl,
  readUrls,
  SettingError,
} from './setting-values.ts'
import { readSettingsFile, SettingsFileError } from './settings-file.ts'

export interface Settings {
  port: number
  dataDir: string
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  /** Seals the keys in the database: 32 bytes in base64, or several during a rotation. */
  sealingKey?: string
  logLevel: LogLevel
  seed: boolean
  /** Of pages besides the demo's own that may call the API with a session. */
  allowedOrigins?: string[]
  /** Origin of an application other than the demo's pages; links in emails lead there. */
  appUrl?: string | undefined
  app?: AppRouting
  /** More applications of the same users, each with its own client ID and URL. */
  clients?: ClientConfig[]
  /** Where hosted login may lead besides the default routes of all allowed origins. */
  redirectUris?: string[]
  /** The same after a sign-out. */
  postLogoutRedirectUris?: string[]
  /** Reverse proxies whose `X-Forwarded-For` is read: IP addresses or CIDR networks. */
  trustedProxies?: string[]
  /** How long rows of the audit log are kept; for ever by default. */
  auditRetentionDays?: number | undefined
  /** A real account at Stripe, in place of the demo's own payment provider. */
  stripe?: StripeSettings | undefined
  /** A real app at Slack, in place of the demo's own stand-in. */
  slack?: SlackSettings | undefined
}

type Environment = Record<string, string | undefined>

/** Settings without the one that turns them on would be ignored without a word. */
const assertTogether = (env: Environment, [first = '', ...others]: readonly string[]): void => {
  const names = others.filter((name) => env[name])
  if (names.length > 0 && !env[first]) throw new SettingError(`${first} is needed together with ${names.join(', ')}.`)
}

const readStripe = (env: Environment): StripeSettings | undefined => {
  assertTogether(env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_API_URL'])
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PUBLISHABLE_KEY: key } = env
  if (!secretKey) return undefined
  if (!webhookSecret) throw new SettingError('STRIPE_WEBHOOK_SECRET is needed together with STRIPE_SECRET_KEY.')
  if (!key) throw new SettingError('STRIPE_PUBLISHABLE_KEY is needed together with STRIPE_SECRET_KEY.')
  const apiUrl = readUrl('STRIPE_API_URL', env.STRIPE_API_URL, ['http:', 'https:'])
  return { secretKey, webhookSecret, publishableKey: key, ...(apiUrl && { apiUrl }) }
}

const readSlack = (env: Environment): SlackSettings | undefined => {
  assertTogether(env, ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_API_URL'])
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = env
  if (!clientId) return undefined
  if (!clientSecret) throw new SettingError('SLACK_CLIENT_SECRET is needed together with SLACK_CLIENT_ID.')
  const apiUrl = readUrl('SLACK_API_URL', env.SLACK_API_URL, ['http:', 'https:'])
  return { clientId, clientSecret, ...(apiUrl && { apiUrl }) }
}

const readSealingKey = (text: string): string => {
  try {
    readSealingKeys(text)
    return text
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error))
  }
}

const readApp = (env: Environment): AppRouting => ({
  routes: readRoutes(env.APP_ROUTES || ''),
  urlStrategy: readStrategy(env.APP_URL_STRATEGY || 'path'),
  basename: readBasename(env.APP_BASENAME || ''),
})

/** An error names the setting where the reader finds it: in the environment or in the file. */
const namedWhere = (error: unknown, nameOf: (variable: string) => string | undefined): unknown => {
  if (error instanceof SettingsFileError) return new SettingError(error.message)
  if (!(error instanceof SettingError)) return error
  const [variable = ''] = /^\w*/.exec(error.message) ?? []
  const inFile = nameOf(variable)
  return inFile ? new SettingError(inFile + error.message.slice(variable.length)) : error
}

/** Reads the environment and `front-entry.config.json`; relative folders start at `root`. */
export const readSettings = (variables: Environment, root: string): Settings => {
  let nameOf: (variable: string) => string | undefined = () => undefined
  try {
    const file = readSettingsFile(variables, root)
    nameOf = file.nameOf
    return settingsFrom(file.env, root)
  } catch (error) {
    throw namedWhere(error, nameOf)
  }
}

const settingsFrom = (env: Environment, root: string): Settings => {
  const dataDir = env.DATA_DIR || '.data'
  return {
    port: readPort(env.PORT || '3000'),
    dataDir: isAbsolute(dataDir) ? dataDir : join(root, dataDir),
    databaseUrl: readUrl('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:']),
    smtpUrl: readUrl('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:']),
    sealingKey: readSealingKey(env.SEALING_KEY || ''),
    logLevel: readLevel(env.LOG_LEVEL || 'warn'),
    seed: readSwitch('DEMO_SEED', env.DEMO_SEED || 'on'),
    allowedOrigins: readOrigins(env.ALLOWED_ORIGINS || ''),
    appUrl: readAppUrl(env.APP_URL || ''),
    app: readApp(env),
    clients: readClients(env.CLIENTS || ''),
    redirectUris: readUrls('REDIRECT_URIS', env.REDIRECT_URIS || ''),
    postLogoutRedirectUris: readUrls('POST_LOGOUT_REDIRECT_URIS', env.POST_LOGOUT_REDIRECT_URIS || ''),
    trustedProxies: readProxies(env.TRUSTED_PROXIES || ''),
    auditRetentionDays: readRetention(env.AUDIT_RETENTION_DAYS || ''),
    stripe: readStripe(env),
    slack: readSlack(env),
  }
}
