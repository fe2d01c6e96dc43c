import { createClientIp } from '../backend/adapters/client-ip.ts'
import type { ClientConfig } from '../backend/adapters/clients.ts'
import { readSealingKeys } from '../backend/adapters/sealing-key.ts'
import type { AppRouting } from '../backend/ports.ts'
import type { LogLevel } from '../kernel/logger.ts'
import { nearestName } from '../kernel/nearest-name.ts'
import { isRecord, parseJson } from '../kernel/safe-json.ts'
import { DEFAULT_ROUTES, ROUTES_WITHOUT_DEFAULT } from '../rules/auth-routes.ts'
import { TOKEN_ALGORITHMS, type TokenAlgorithm } from '../rules/token-algorithms.ts'

const LOG_LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug']

/** Thrown for a setting that prevents the start; `name` is the environment variable. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

const HIGHEST_PORT = 65_535

/** Reads a port; `count` consecutive ports are needed. */
export const readPort = (text: string, count = 1, name = 'PORT'): number => {
  const port = Number(text)
  const highest = HIGHEST_PORT + 1 - count
  if (/^\d+$/.test(text) && port >= 1 && port <= highest) return port
  throw new SettingError(`${name} must be a number from 1 to ${highest}, not '${text}'.`)
}

export const schemeError = (name: string, schemes: readonly string[]): SettingError =>
  new SettingError(`${name} must be a URL that starts with ${schemes.map((each) => `${each}//`).join(' or ')}.`)

export const readUrl = (name: string, text: string | undefined, schemes: readonly string[]): string | undefined => {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  // The message omits the URL, which may contain a password.
  if (!url || !schemes.includes(url.protocol) || (name === 'SMTP_URL' && !url.hostname))
    throw schemeError(name, schemes)
  return text
}

export const readLevel = (text: string): LogLevel => {
  const level = LOG_LEVELS.find((each) => each === text)
  if (level) return level
  throw new SettingError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not '${text}'.`)
}

export const readSwitch = (name: string, text: string): boolean => {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new SettingError(`${name} must be 'on' or 'off', not '${text}'.`)
}

export const readTokenAlgorithm = (text: string): TokenAlgorithm | undefined => {
  const algorithm = TOKEN_ALGORITHMS.find((each) => each === text)
  if (algorithm || text === '') return algorithm
  throw new SettingError(`TOKEN_ALGORITHM must be one of ${TOKEN_ALGORITHMS.join(', ')}, not '${text}'.`)
}

/** Returns the origin of an http(s) URL. */
const originOf = (text: string): string | undefined =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? new URL(text).origin : undefined

const isThisMachine = ({ hostname }: URL): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')

/** Returns the origin of a host without a scheme. */
const hostOrigin = (text: string): string | undefined => {
  if (!/^[\w.-]+(?::\d+)?$/.test(text) || !URL.canParse(`http://${text}`)) return undefined
  return originOf(`${isThisMachine(new URL(`http://${text}`)) ? 'http' : 'https'}://${text}`)
}

/** Returns the origin that was probably meant by a URL with a path, in a different letter case, or without a scheme. */
const meantBy = (text: string): string => {
  const origin = originOf(text) ?? hostOrigin(text)
  return origin ? ` Write ${origin}.` : ''
}

/** Removes the user name and password from text that should be a URL, wherever its scheme ends. */
const shown = (text: string): string => text.replace(/^(\w+:\/\/)?.*@/s, '$1…@')

export const readOrigins = (text: string): string[] => {
  const origins = text === '' ? [] : text.split(',').map((each) => each.trim())
  const wrong = origins.find((each) => originOf(each) !== each)
  if (wrong === undefined) return origins
  throw new SettingError(
    `ALLOWED_ORIGINS must be origins like http://localhost:8080, separated by commas, not '${shown(wrong)}'.${meantBy(wrong)}`,
  )
}

export const readUrls = (name: string, text: string): string[] => {
  const urls = text === '' ? [] : text.split(',').map((each) => each.trim())
  const wrong = urls.find((each) => originOf(each) === undefined)
  if (wrong === undefined) return urls
  throw new SettingError(`${name} must be http(s) URLs, not '${shown(wrong)}'.`)
}

export const readAppUrl = (text: string, name = 'APP_URL'): string | undefined => {
  if (text === '') return undefined
  const origin = originOf(text)
  if (origin === text.replace(/\/$/, '')) return origin
  throw new SettingError(
    `${name} must be an origin like https://app.example.com, not '${shown(text)}'.${meantBy(text)}`,
  )
}

/** Reads an origin with TLS, without which cookies and tokens of an API could be intercepted. */
export const readOrigin = (name: string, text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' && !isThisMachine(url))
    throw new SettingError(`${name} must start with https://, except on localhost, not '${shown(text)}'.`)
  return readAppUrl(text, name) ?? ''
}

export const readStrategy = (text: string, name = 'APP_URL_STRATEGY'): 'path' | 'hash' => {
  if (text === 'path' || text === 'hash') return text
  throw new SettingError(`${name} must be 'path' or 'hash', not '${text}'.`)
}

const isPath = (text: string): boolean => /^\/?[^\s:?#]*$/.test(text)

export const readBasename = (text: string, name = 'APP_BASENAME'): string => {
  if (isPath(text)) return text
  throw new SettingError(`${name} must be a path like /app, not '${text}'.`)
}

const ROUTES = [...Object.keys(DEFAULT_ROUTES), ...ROUTES_WITHOUT_DEFAULT]

const assertRoute = (name: string, route: string, value: unknown): void => {
  if (!ROUTES.includes(route)) {
    const meant = nearestName(route, ROUTES)
    throw new SettingError(`${name} has no route '${route}'${meant ? `; did you mean ${meant}?` : '.'}`)
  }
  if (typeof value !== 'string' || !isPath(value.replace(/[?#].*$/, '')))
    throw new SettingError(`${name}: ${route} must be a path like /sign-in.`)
}

export const readRoutes = (text: string, name = 'APP_ROUTES'): NonNullable<AppRouting['routes']> => {
  if (text === '') return {}
  const routes = parseJson(text)
  if (!isRecord(routes))
    throw new SettingError(`${name} must be a JSON object of routes, like {"loginUrl":"/sign-in"}.`)
  for (const [route, value] of Object.entries(routes)) assertRoute(name, route, value)
  return routes
}

const CLIENT_SETTINGS = ['clientId', 'appUrl', 'basename', 'urlStrategy', 'routes']

/** Reads a client; an error names it by its position, such as `CLIENTS[0].appUrl`. */
const readClient = (client: Record<string, unknown>, at: number, firstId: string | undefined): ClientConfig => {
  const name = `CLIENTS[${at}]`
  const unknown = Object.keys(client).find((key) => !CLIENT_SETTINGS.includes(key))
  if (unknown) throw new SettingError(`${name} has no setting '${unknown}', only ${CLIENT_SETTINGS.join(', ')}.`)
  const { clientId, appUrl, basename = '', urlStrategy = 'path', routes = {} } = client
  if (typeof clientId !== 'string' || !clientId) throw new SettingError(`${name}.clientId must be a string.`)
  if (clientId === firstId)
    throw new SettingError(
      `${name}.clientId is that of the first client, which APP_URL configures. Choose another one.`,
    )
  if (typeof basename !== 'string') throw new SettingError(`${name}.basename must be a path.`)
  const origin = readAppUrl(String(appUrl ?? ''), `${name}.appUrl`)
  if (!origin) throw new SettingError(`${name}.appUrl must be an origin like https://app.example.com.`)
  const app = {
    routes: readRoutes(JSON.stringify(routes), `${name}.routes`),
    urlStrategy: readStrategy(String(urlStrategy), `${name}.urlStrategy`),
    basename: readBasename(basename, `${name}.basename`),
  }
  return { clientId, appUrl: origin, app }
}

export const readClientId = (text: string): string => {
  if (/^[\w-]{1,100}$/.test(text)) return text
  throw new SettingError('CLIENT_ID must be letters, digits and dashes, such as a UUID.')
}

/** Reads the clients other than the first one, whose ID is `firstId`. */
export const readClients = (text: string, firstId?: string): ClientConfig[] => {
  const clients = text === '' ? [] : parseJson(text)
  if (!Array.isArray(clients) || !clients.every(isRecord))
    throw new SettingError('CLIENTS must be a JSON list of objects.')
  const read = clients.map((client, at) => readClient(client, at, firstId))
  const ids = read.map(({ clientId }) => clientId)
  const urls = read.map(({ appUrl }) => appUrl)
  if (new Set(ids).size < ids.length || new Set(urls).size < urls.length) {
    throw new SettingError('CLIENTS must have a clientId and an appUrl of its own for each client.')
  }
  return read
}

/** A century; anything longer means forever. */
const MAX_RETENTION_DAYS = 36_500

export const readRetention = (text: string): number | undefined => {
  if (text === '') return undefined
  const days = Number(text)
  if (/^\d+$/.test(text) && days >= 1 && days <= MAX_RETENTION_DAYS) return days
  throw new SettingError(
    `AUDIT_RETENTION_DAYS must be a whole number of days from 1 to ${MAX_RETENTION_DAYS}, not '${text}'.`,
  )
}

/** Maximum number of waiting hashes, because users don't wait longer. */
const MAX_PASSWORD_QUEUE = 1_000

export const readPasswordQueue = (text: string): number | undefined => {
  if (text === '') return undefined
  const queue = Number(text)
  if (/^\d+$/.test(text) && queue <= MAX_PASSWORD_QUEUE) return queue
  throw new SettingError(`PASSWORD_QUEUE must be a whole number from 0 to ${MAX_PASSWORD_QUEUE}, not '${text}'.`)
}

export const readProxies = (text: string): string[] => {
  const proxies = text === '' ? [] : text.split(',').map((each) => each.trim())
  try {
    createClientIp(proxies)
    return proxies
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error))
  }
}

export const readSealingKey = (text: string): string => {
  try {
    readSealingKeys(text)
    return text
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error))
  }
}
