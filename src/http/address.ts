import { OptionsError } from '../kernel/errors.ts'

export const DEFAULT_PREFIX = 'frontegg'

/** Forms that mean another host to a browser than to a reader (RELIABILITY row 17). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const ODD = /[\u0000-\u0020\u007f\\]/
const BASE = /^(?:https?:\/\/[^/?#@]+(?:[/?#]|$)|\/(?!\/))/i

const trimEnd = (path: string): string => path.replace(/\/+$/, '')

const isUnusable = (value: string): boolean => value === '' || value === '.' || value === '..'

const encodeSegment = (segment: string): string => {
  if (isUnusable(segment)) throw new TypeError('A path value has an unusable segment')
  return encodeURIComponent(segment)
}

/** A value whose slashes are part of the path, such as `csv/v2`. */
const encodeSegments = (value: string): string => value.split('/').map(encodeSegment).join('/')

/** The path of a template; a value that would change its shape is refused. */
export const fillPath = (
  template: string,
  values: Readonly<Record<string, string>> = {},
  encode: (value: string) => string = encodeURIComponent,
): string => {
  if (!template.startsWith('/') || template.startsWith('//') || ODD.test(template)) {
    throw new TypeError(`Not a path of the API: ${template}`)
  }
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (typeof value !== 'string' || isUnusable(value)) {
      throw new TypeError(`The path value "${name}" is missing or not usable`)
    }
    return encode(value)
  })
}

const parseBase = (base: unknown, pageUrl: URL | undefined): URL => {
  if (typeof base !== 'string' || !BASE.test(base) || ODD.test(base)) {
    throw new OptionsError('contextOptions.baseUrl', 'must be an absolute http(s) address')
  }
  const url = URL.canParse(base, pageUrl) ? new URL(base, pageUrl) : undefined
  if (!url || url.username || url.password || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new OptionsError('contextOptions.baseUrl', 'must be an absolute http(s) address')
  }
  return url
}

const withPrefix = (path: string, prefix: string): string => {
  const clean = prefix.replace(/^\/+|\/+$/g, '')
  const base = trimEnd(path)
  // DESIGN §9: added once, never twice.
  return clean === '' || base === `/${clean}` || base.endsWith(`/${clean}`) ? base : `${base}/${clean}`
}

export interface AddressInput {
  baseUrl: string | ((path: string) => string)
  urlPrefix?: string
  pageUrl?: URL
  template: string
  path?: Readonly<Record<string, string>>
  unprefixed?: boolean
  /** A path value may span segments. */
  spans?: boolean
}

/** The address of a call, always on the origin of the configured base. */
export const addressOf = (input: AddressInput): URL => {
  const path = fillPath(input.template, input.path, input.spans ? encodeSegments : encodeURIComponent)
  const base = parseBase(typeof input.baseUrl === 'function' ? input.baseUrl(path) : input.baseUrl, input.pageUrl)
  const prefix = input.unprefixed ? '' : (input.urlPrefix ?? DEFAULT_PREFIX)
  const url = new URL(`${base.origin}${withPrefix(base.pathname, prefix)}${path}`)
  if (url.origin !== base.origin) throw new TypeError('The call would leave the API')
  return url
}
