import { isAbsolute, join } from 'node:path'
import { createClientIp } from '../../src/backend/adapters/client-ip.ts'
import type { ClientConfig } from '../../src/backend/adapters/clients.ts'
import type { SlackSettings } from '../../src/backend/adapters/slack.ts'
import type { StripeSettings } from '../../src/backend/adapters/stripe-payments.ts'
import type { AppRouting } from '../../src/backend/ports.ts'
import type { LogLevel } from '../../src/kernel/logger.ts'
import { isRecord, parseJson } from '../../src/kernel/safe-json.ts'
import { readSettingsFile, SettingsFileError } from './settings-file.ts'

const LOG_LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug']

export interface Settings {
  port: number
  dataDir: string
  databaseUrl: string | undefined
  smtpUrl: string | undefined
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
  /** A real account at Stripe, in place of the demo's own payment provider. */
  stripe?: StripeSettings | undefined
  /** A real app at Slack, in place of the demo's own stand-in. */
  slack?: SlackSettings | undefined
}

/** A setting that stops the start: `name` is the environment variable. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

type Environment = Record<string, string | undefined>

/** Four ports in a row are needed. */
const HIGHEST_PORT = 65_532

const readPort = (text: string): number => {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= HIGHEST_PORT) return port
  throw new SettingError(`PORT must be a number from 1 to ${HIGHEST_PORT}, not '${text}'.`)
}

const readUrl = (name: string, text: string | undefined, schemes: readonly string[]): string | undefined => {
  if (!text) return undefined
  const scheme = URL.canParse(text) ? new URL(text).protocol : ''
  if (schemes.includes(scheme)) return text
  // The URL may hold a password, so it is not repeated.
  throw new SettingError(`${name} must be a URL that starts with ${schemes.map((each) => `${each}//`).join(' or ')}.`)
}

const readLevel = (text: string): LogLevel => {
  const level = LOG_LEVELS.find((each) => each === text)
  if (level) return level
  throw new SettingError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not '${text}'.`)
}

const readSwitch = (name: string, text: string): boolean => {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new SettingError(`${name} must be 'on' or 'off', not '${text}'.`)
}

const readOrigins = (text: string): string[] => {
  const origins = text.split(',').map((each) => each.trim())
  if (text === '') return []
  if (origins.every((each) => URL.canParse(each) && new URL(each).origin === each)) return origins
  throw new SettingError(
    `ALLOWED_ORIGINS must be origins such as http://localhost:8080, with commas between, not '${text}'.`,
  )
}

const readUrls = (name: string, text: string): string[] => {
  const urls = text === '' ? [] : text.split(',').map((each) => each.trim())
  const wrong = urls.find((each) => !URL.canParse(each) || !/^https?:$/.test(new URL(each).protocol))
  if (wrong === undefined) return urls
  throw new SettingError(`${name} must be http(s) URLs, not '${wrong}'.`)
}

const readAppUrl = (text: string, name = 'APP_URL'): string | undefined => {
  if (text === '') return undefined
  if (URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '')) return new URL(text).origin
  throw new SettingError(`${name} must be an origin like https://app.example.com, not '${text}'.`)
}

const readStrategy = (text: string, name = 'APP_URL_STRATEGY'): 'path' | 'hash' => {
  if (text === 'path' || text === 'hash') return text
  throw new SettingError(`${name} must be 'path' or 'hash', not '${text}'.`)
}

const readRoutes = (text: string, name = 'APP_ROUTES'): NonNullable<AppRouting['routes']> => {
  if (text === '') return {}
  const routes = parseJson(text)
  if (isRecord(routes) && Object.values(routes).every((route) => typeof route === 'string')) return routes
  throw new SettingError(`${name} must be a JSON object of routes, like {"loginUrl":"/sign-in"}.`)
}

const readApp = (env: Environment): AppRouting => ({
  routes: readRoutes(env.APP_ROUTES || ''),
  urlStrategy: readStrategy(env.APP_URL_STRATEGY || 'path'),
  basename: env.APP_BASENAME || '',
})

const CLIENT_SETTINGS = ['clientId', 'appUrl', 'basename', 'urlStrategy', 'routes']

/** A fault inside names the client by its place: `CLIENTS[0].appUrl`. */
const readClient = (client: Record<string, unknown>, at: number): ClientConfig => {
  const name = `CLIENTS[${at}]`
  const unknown = Object.keys(client).find((key) => !CLIENT_SETTINGS.includes(key))
  if (unknown) throw new SettingError(`${name} has no setting '${unknown}', only ${CLIENT_SETTINGS.join(', ')}.`)
  const { clientId, appUrl, basename = '', urlStrategy = 'path', routes = {} } = client
  if (typeof clientId !== 'string' || !clientId) throw new SettingError(`${name}.clientId must be a text.`)
  if (typeof basename !== 'string') throw new SettingError(`${name}.basename must be a path.`)
  const origin = readAppUrl(String(appUrl ?? ''), `${name}.appUrl`)
  if (!origin) throw new SettingError(`${name}.appUrl must be an origin like https://app.example.com.`)
  const app = {
    routes: readRoutes(JSON.stringify(routes), `${name}.routes`),
    urlStrategy: readStrategy(String(urlStrategy), `${name}.urlStrategy`),
    basename,
  }
  return { clientId, appUrl: origin, app }
}

const readClients = (text: string): ClientConfig[] => {
  const clients = text === '' ? [] : parseJson(text)
  if (!Array.isArray(clients) || !clients.every(isRecord))
    throw new SettingError('CLIENTS must be a JSON list of objects.')
  const read = clients.map(readClient)
  const ids = read.map(({ clientId }) => clientId)
  const urls = read.map(({ appUrl }) => appUrl)
  if (new Set(ids).size < ids.length || new Set(urls).size < urls.length) {
    throw new SettingError('CLIENTS must have a clientId and an appUrl of its own for each client.')
  }
  return read
}

const readProxies = (text: string): string[] => {
  const proxies = text === '' ? [] : text.split(',').map((each) => each.trim())
  try {
    createClientIp(proxies)
    return proxies
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error))
  }
}

const readStripe = (env: Environment): StripeSettings | undefined => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PUBLISHABLE_KEY: key } = env
  if (!secretKey) return undefined
  if (!webhookSecret) throw new SettingError('STRIPE_WEBHOOK_SECRET is needed together with STRIPE_SECRET_KEY.')
  if (!key) throw new SettingError('STRIPE_PUBLISHABLE_KEY is needed together with STRIPE_SECRET_KEY.')
  const apiUrl = readUrl('STRIPE_API_URL', env.STRIPE_API_URL, ['http:', 'https:'])
  return { secretKey, webhookSecret, publishableKey: key, ...(apiUrl && { apiUrl }) }
}

const readSlack = (env: Environment): SlackSettings | undefined => {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = env
  if (!clientId) return undefined
  if (!clientSecret) throw new SettingError('SLACK_CLIENT_SECRET is needed together with SLACK_CLIENT_ID.')
  const apiUrl = readUrl('SLACK_API_URL', env.SLACK_API_URL, ['http:', 'https:'])
  return { clientId, clientSecret, ...(apiUrl && { apiUrl }) }
}

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
    logLevel: readLevel(env.LOG_LEVEL || 'warn'),
    seed: readSwitch('DEMO_SEED', env.DEMO_SEED || 'on'),
    allowedOrigins: readOrigins(env.ALLOWED_ORIGINS || ''),
    appUrl: readAppUrl(env.APP_URL || ''),
    app: readApp(env),
    clients: readClients(env.CLIENTS || ''),
    redirectUris: readUrls('REDIRECT_URIS', env.REDIRECT_URIS || ''),
    postLogoutRedirectUris: readUrls('POST_LOGOUT_REDIRECT_URIS', env.POST_LOGOUT_REDIRECT_URIS || ''),
    trustedProxies: readProxies(env.TRUSTED_PROXIES || ''),
    stripe: readStripe(env),
    slack: readSlack(env),
  }
}
