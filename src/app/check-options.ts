import { OptionsError } from '../kernel/errors.ts'
import { LOG_LEVELS } from '../kernel/logger.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import type { InitOptions } from './options.ts'

type Check = { wanted: string; holds: (value: unknown) => boolean }

const ofType = (type: 'string' | 'boolean' | 'function'): Check => ({
  wanted: `a ${type}`,
  holds: (value) => typeof value === type,
})
const text = ofType('string')
const flag = ofType('boolean')
const callback = ofType('function')
const object: Check = {
  wanted: 'an object',
  holds: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
const anything: Check = { wanted: '', holds: () => true }
const texts: Check = {
  wanted: 'a list of strings',
  holds: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
}
const oneOf = (...values: string[]): Check => ({
  wanted: `one of ${values.map((value) => `'${value}'`).join(', ')}`,
  holds: (value) => typeof value === 'string' && values.includes(value),
})
const either = (first: Check, second: Check): Check => ({
  wanted: `${first.wanted} or ${second.wanted}`,
  holds: (value) => first.holds(value) || second.holds(value),
})

/**
 * Options that the product reads, by check, place and names. All other options are accepted but not read, with a
 * warning.
 */
const CHECKS: readonly (readonly [Check, string, string])[] = [
  [object, '', 'contextOptions authOptions subscriptionsOptions events themeOptions localizations'],
  [object, '', 'metadata entitlementsOptions overrideFeatureFlags lastGoodRelease'],
  [text, 'lastGoodRelease.', 'src integrity'],
  [flag, '', 'explain hostedLoginBox customLoginBox previewMode builderMode'],
  [text, '', 'basename'],
  [anything, '', 'language framework enableOpenAppRoute'],
  [oneOf('path', 'hash'), '', 'urlStrategy'],
  [callback, '', 'onRedirectTo'],
  [either(flag, callback), '', 'customLoader'],
  [either(text, callback), 'contextOptions.', 'baseUrl'],
  [text, 'contextOptions.', 'clientId urlPrefix'],
  [oneOf('include', 'same-origin', 'omit'), 'contextOptions.', 'requestCredentials'],
  [oneOf(...Object.keys(LOG_LEVELS)), 'contextOptions.', 'logLevel'],
  [object, 'contextOptions.', 'metadataHeaders'],
  [callback, 'contextOptions.', 'tenantResolver tokenResolver'],
  [callback, 'contextOptions.', 'additionalQueryParamsResolver additionalHeadersResolver'],
  [object, 'authOptions.', 'routes hostedLoginOptions'],
  [
    flag,
    'authOptions.',
    'keepSessionAlive includeQueryParam disableSilentRefresh ignoreExistingSession enableSessionPerTenant',
  ],
  [
    flag,
    'authOptions.',
    'singleLogout enforceRedirectToSameSite hostedLoginBox hostedLoginOptions.loadUserOnFirstLoad',
  ],
  [texts, '', 'allowedFrameAncestors'],
  [texts, 'authOptions.', 'allowedRedirectOrigins clearIdleTimeoutAllowedOrigins'],
  [text, 'authOptions.', 'captchaScriptUrl'],
  [text, 'subscriptionsOptions.', 'cardScriptUrl'],
  [flag, 'entitlementsOptions.', 'enabled'],
]

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** Returns an own value, or `undefined`. A getter that throws is the host's mistake and is reported with its path. */
const read = (node: unknown, key: string, path: string): unknown => {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
  try {
    return Reflect.get(node, key)
  } catch {
    throw new OptionsError(path, `${path} could not be read.`)
  }
}

const at = (options: unknown, path: string): unknown =>
  path.split('.').reduce((node, key) => read(node, key, path), options)

const checkOne = (options: unknown, path: string, { wanted, holds }: Check): void => {
  const value = at(options, path)
  if (value === undefined || holds(value)) return
  throw new OptionsError(path, `${path} must be ${wanted}, but is ${kindOf(value)}.`)
}

const checkEach = (options: unknown, path: string, check: Check): void => {
  const node = at(options, path)
  if (typeof node !== 'object' || node === null) return
  for (const key of Object.keys(node)) checkOne(options, `${path}.${key}`, check)
}

/** Places in the options whose names are checked. */
export const PLACES = ['', 'contextOptions.', 'authOptions.', 'authOptions.routes.'] as const
export type Place = (typeof PLACES)[number]

/** Returns the names that the product reads in this place. */
export const readNames = (place: Place): readonly string[] =>
  CHECKS.flatMap(([, at, names]) => (at === place ? names.split(' ') : []))

/** Returns whether the options contain a name that the product doesn't read; a separate chunk creates the warning. */
export const hasUnreadOptions = ({ contextOptions = {}, authOptions = {}, ...top }: InitOptions): boolean => {
  const { routes = {} } = authOptions
  const has = (node: object, names: readonly string[]) => Object.keys(node).some((name) => !names.includes(name))
  return (
    has(top, readNames('')) ||
    has(contextOptions, readNames('contextOptions.')) ||
    has(authOptions, readNames('authOptions.')) ||
    has(routes, Object.keys(DEFAULT_ROUTES))
  )
}

/**
 * Throws for options of a wrong type and names them; unknown keys are ignored.
 *
 * @throws OptionsError with the path of the first invalid option
 */
export const checkOptions = (options: unknown): InitOptions => {
  if (!object.holds(options)) throw new OptionsError('options', `options must be an object, but is ${kindOf(options)}.`)
  const tree = options as InitOptions // the checks below make sure of this type
  for (const [check, place, names] of CHECKS) {
    for (const name of names.split(' ')) checkOne(tree, place + name, check)
  }
  checkEach(tree, 'authOptions.routes', text)
  checkEach(tree, 'events', callback)
  checkEach(tree, 'overrideFeatureFlags', oneOf('on', 'off'))
  return tree
}
