import { API_PREFIX, encodeSegments, fillPath, ODD_CHARACTERS } from '../contract/path.ts'
import { OptionsError } from '../kernel/errors.ts'

/** An absolute http(s) URL or a path of this host. */
const BASE = /^(?:https?:\/\/[^/?#@]+(?:[/?#]|$)|\/(?!\/))/i

const trimEnd = (path: string): string => path.replace(/\/+$/, '')

const parseBase = (base: unknown, pageUrl: URL | undefined): URL => {
  if (typeof base !== 'string' || !BASE.test(base) || ODD_CHARACTERS.test(base)) {
    throw new OptionsError('contextOptions.baseUrl', 'must be an absolute http(s) URL')
  }
  const url = URL.canParse(base, pageUrl) ? new URL(base, pageUrl) : undefined
  if (!url || url.username || url.password || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new OptionsError('contextOptions.baseUrl', 'must be an absolute http(s) URL')
  }
  return url
}

const withPrefix = (path: string, prefix: string): string => {
  const clean = prefix.replace(/^\/+|\/+$/g, '')
  const base = trimEnd(path)
  // The prefix is added only if it is missing.
  return clean === '' || base === `/${clean}` || base.endsWith(`/${clean}`) ? base : `${base}/${clean}`
}

interface UrlInput {
  baseUrl: string | ((path: string) => string)
  urlPrefix?: string
  pageUrl?: URL
  template: string
  path?: Readonly<Record<string, string>>
  unprefixed?: boolean
  /** Whether a path value may span segments. */
  spans?: boolean
}

/** Returns the URL of a call, always on the origin of the configured base. */
export const urlOf = (input: UrlInput): URL => {
  const path = fillPath(input.template, input.path ?? {}, input.spans ? encodeSegments : encodeURIComponent)
  const base = parseBase(typeof input.baseUrl === 'function' ? input.baseUrl(path) : input.baseUrl, input.pageUrl)
  const prefix = input.unprefixed ? '' : (input.urlPrefix ?? API_PREFIX)
  const url = new URL(`${base.origin}${withPrefix(base.pathname, prefix)}${path}`)
  if (url.origin !== base.origin) throw new TypeError('The call would leave the API')
  return url
}
