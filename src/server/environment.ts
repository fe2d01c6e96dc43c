import { LOG_LEVELS, type LogLevel } from '../kernel/logger.ts'
import { isRecord, parseJson } from '../kernel/safe-json.ts'
import type { ServerOptions } from './options.ts'
import { isPassword } from './password.ts'

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Thrown when environment variables are missing; the message lists all of them.
 *
 * @example
 * const read = (env: Environment) => {
 *   try {
 *     return readServerOptions(env)
 *   } catch (error) {
 *     if (error instanceof MissingEnvironmentError) console.error(error.message)
 *     throw error
 *   }
 * }
 */
export class MissingEnvironmentError extends Error {
  override readonly name = 'MissingEnvironmentError'
  constructor(readonly variables: readonly string[]) {
    const names = variables.join(', ')
    super(
      `Missing one or more environment variables (${names}): set ${variables.length > 1 ? 'them' : 'it'} or add to the local env file, .env.local`,
    )
  }
}

/** Thrown when an environment variable has an invalid value. */
export class InvalidEnvironmentError extends Error {
  override readonly name = 'InvalidEnvironmentError'
  constructor(
    readonly variable: string,
    readonly type: string,
  ) {
    // The message omits the value, which may be a secret.
    super(`Invalid environment variable (${variable}), must be a valid ${type}`)
  }
}

const PASSWORD_TYPE = 'hex string of 64 characters; the command "openssl rand -hex 32" generates 32 random bytes as hex'

const REQUIRED = ['FRONTEGG_BASE_URL', 'FRONTEGG_CLIENT_ID', 'FRONTEGG_ENCRYPTION_PASSWORD']

const missingOf = (env: Environment): string[] => {
  const app = env.FRONTEGG_APP_URL || (env.VERCEL && env.VERCEL_URL)
  const appNames = env.VERCEL ? ['VERCEL', 'VERCEL_URL'] : ['FRONTEGG_APP_URL']
  return [...(app ? [] : appNames), ...REQUIRED.filter((name) => !env[name])]
}

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/

/** Adds a scheme to a URL without one: http on localhost, https elsewhere. */
const withScheme = (text: string): string => {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
  return `${LOCAL.test(text) ? 'http' : 'https'}://${text}`
}

const readUrl = (name: string, text: string): string => {
  const given = withScheme(text.trim()).replace(/\/+$/, '')
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new InvalidEnvironmentError(name, 'URL')
  }
  return given
}

/** Reads passwords separated by commas; several are a rotation: the first one seals, all of them open. */
const readPasswords = (text: string): readonly string[] => {
  const passwords = text.split(',').map((password) => password.trim())
  if (!passwords.every(isPassword)) {
    throw new InvalidEnvironmentError('FRONTEGG_ENCRYPTION_PASSWORD', PASSWORD_TYPE)
  }
  return passwords
}

const readLogLevel = (env: Environment): LogLevel => {
  if (env.ACTIONS_STEP_DEBUG === 'true' || env.ACTIONS_RUNNER_DEBUG === 'true') return 'debug'
  const level = env.FRONTEGG_LOG_LEVEL ?? ''
  return Object.hasOwn(LOG_LEVELS, level) ? (level as LogLevel) : 'warn'
}

const readFlag = (name: string, text = ''): boolean => {
  if (text === '' || text === 'true' || text === 'false') return text === 'true'
  throw new InvalidEnvironmentError(name, "value, 'true' or 'false'")
}

const readKey = (text: string | undefined): ServerOptions['jwtPublicKey'] => {
  const key = parseJson(text)
  return isRecord(key) && typeof key.kty === 'string' ? (key as ServerOptions['jwtPublicKey']) : undefined
}

/**
 * Reads server options from environment variables.
 *
 * | Variable | Value |
 * |---|---|
 * | `FRONTEGG_APP_URL` | origin of this app, by default `VERCEL_URL`; without a scheme, http on localhost, else https |
 * | `FRONTEGG_BASE_URL` | origin of the API |
 * | `FRONTEGG_CLIENT_ID` | client ID of the application |
 * | `FRONTEGG_ENCRYPTION_PASSWORD` | 64 hexadecimal characters; of several, separated by commas, the first one seals |
 * | `FRONTEGG_COOKIE_NAME` | optional, default `fe_session` |
 * | `FRONTEGG_JWT_PUBLIC_KEY` | optional, one JWK as JSON; without it the API's key set is used |
 * | `FRONTEGG_HOSTED_LOGIN` | optional, `true` signs in by redirect |
 * | `FRONTEGG_HOST_COOKIES` | optional, `true` names cookies `__Host-…`, which no other host of the site can set |
 * | `FRONTEGG_LOG_LEVEL` | optional, default `warn`: `error`, `warn`, `info` or `debug` |
 *
 * @throws MissingEnvironmentError that names every missing variable
 * @throws InvalidEnvironmentError that names the first invalid variable
 * @example
 * const env = {
 *   FRONTEGG_APP_URL: 'localhost:3000',
 *   FRONTEGG_BASE_URL: 'https://auth.example.com/',
 *   FRONTEGG_CLIENT_ID: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58',
 *   FRONTEGG_ENCRYPTION_PASSWORD: '0123456789abcdef'.repeat(4),
 * }
 * readServerOptions(env).appUrl // 'http://localhost:3000'
 */
export const readServerOptions = (env: Environment): ServerOptions => {
  const missing = missingOf(env)
  if (missing.length > 0) throw new MissingEnvironmentError(missing)
  const appName = env.FRONTEGG_APP_URL ? 'FRONTEGG_APP_URL' : 'VERCEL_URL'
  return {
    appUrl: readUrl(appName, env[appName] ?? ''),
    baseUrl: readUrl('FRONTEGG_BASE_URL', env.FRONTEGG_BASE_URL ?? ''),
    clientId: env.FRONTEGG_CLIENT_ID ?? '',
    encryptionPassword: readPasswords(env.FRONTEGG_ENCRYPTION_PASSWORD ?? ''),
    cookieName: env.FRONTEGG_COOKIE_NAME || undefined,
    hostCookies: readFlag('FRONTEGG_HOST_COOKIES', env.FRONTEGG_HOST_COOKIES),
    jwtPublicKey: readKey(env.FRONTEGG_JWT_PUBLIC_KEY),
    hostedLoginBox: readFlag('FRONTEGG_HOSTED_LOGIN', env.FRONTEGG_HOSTED_LOGIN),
    logLevel: readLogLevel(env),
  }
}
