import { OptionsError } from '../kernel/errors.ts'
import { LOG_LEVELS } from '../kernel/logger.ts'
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

/** What the product reads; everything else in the tree is accepted unread. */
const CHECKS: Readonly<Record<string, Check>> = {
  contextOptions: object,
  'contextOptions.baseUrl': either(text, callback),
  'contextOptions.clientId': text,
  'contextOptions.requestCredentials': oneOf('include', 'same-origin', 'omit'),
  'contextOptions.urlPrefix': text,
  'contextOptions.tenantResolver': callback,
  'contextOptions.tokenResolver': callback,
  'contextOptions.additionalQueryParamsResolver': callback,
  'contextOptions.additionalHeadersResolver': callback,
  'contextOptions.metadataHeaders': object,
  'contextOptions.logLevel': oneOf(...Object.keys(LOG_LEVELS)),
  authOptions: object,
  'authOptions.routes': object,
  'authOptions.keepSessionAlive': flag,
  'authOptions.includeQueryParam': flag,
  'authOptions.disableSilentRefresh': flag,
  'authOptions.enableSessionPerTenant': flag,
  'authOptions.enforceRedirectToSameSite': flag,
  'authOptions.allowedRedirectOrigins': texts,
  'authOptions.captchaScriptUrl': text,
  'authOptions.clearIdleTimeoutAllowedOrigins': texts,
  'authOptions.hostedLoginOptions': object,
  'authOptions.hostedLoginOptions.loadUserOnFirstLoad': flag,
  'authOptions.hostedLoginBox': flag,
  auditsOptions: object,
  subscriptionsOptions: object,
  events: object,
  themeOptions: object,
  localizations: object,
  metadata: object,
  entitlementsOptions: object,
  'entitlementsOptions.enabled': flag,
  explain: flag,
  hostedLoginBox: flag,
  customLoginBox: flag,
  customLoader: either(flag, callback),
  basename: text,
  urlStrategy: oneOf('path', 'hash'),
  cdnUrl: text,
  previewMode: flag,
  builderMode: flag,
  onRedirectTo: callback,
  lazyLoadAdminPortal: flag,
  overrideFeatureFlags: object,
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** An own value, or `undefined`; a getter that throws is the host's mistake and named as such. */
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

const checkAll = (options: object, prefix: string, checks: Readonly<Record<string, Check>>): void => {
  for (const [path, { wanted, holds }] of Object.entries(checks)) {
    const value = at(options, path)
    if (value === undefined || holds(value)) continue
    throw new OptionsError(prefix + path, `${prefix}${path} must be ${wanted}, but is ${kindOf(value)}.`)
  }
}

const checkEach = (options: unknown, path: string, check: Check): void => {
  const node = at(options, path)
  if (typeof node !== 'object' || node === null) return
  const own = Object.fromEntries(Object.keys(node).map((key) => [key, check]))
  checkAll(node, `${path}.`, own)
}

/**
 * Refuses options of a wrong type by name; keys the product does not know are left alone.
 *
 * @throws OptionsError with the path of the first wrong option
 */
export const checkOptions = (options: unknown): InitOptions => {
  if (!object.holds(options)) throw new OptionsError('options', `options must be an object, but is ${kindOf(options)}.`)
  const tree = options as InitOptions // the checks below are what makes this true
  checkAll(tree, '', CHECKS)
  checkEach(tree, 'authOptions.routes', text)
  checkEach(tree, 'events', callback)
  checkEach(tree, 'overrideFeatureFlags', oneOf('on', 'off'))
  return tree
}
