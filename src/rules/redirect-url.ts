interface RedirectRules {
  /** The URL of the page; its origin is always allowed. */
  pageUrl: URL
  /** Exact origins of `authOptions.allowedRedirectOrigins`. */
  allowedOrigins?: readonly string[]
  /** Routes of the login box that are never targets, see `navigation/auth-route.ts`. */
  blockedPaths?: readonly string[]
}

/** No real redirect URL is longer. */
const MAX_LENGTH = 4096
/** Browsers drop or rewrite these characters while parsing, which look-alike URLs rely on. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const ODD_CHARACTERS = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb\\]/u
const ODD_ENCODINGS = /%(?:0[0-9a-f]|1[0-9a-f]|7f|5c)/i
/** Accepts `/path`, `?query`, `#fragment` and `http(s)://host`; refuses `//host`, `https:/host` and `https:host`. */
const WELL_FORMED = /^(?:\/(?!\/)|\?|#|https?:\/\/[^/?#@]+(?:[/?#]|$))/i
/** A path that begins with two slashes becomes a host when a router removes the origin. */
const HIDDEN_HOST = /^\/{2}/

const originOf = (text: string): string | undefined => {
  try {
    const url = new URL(text)
    return isWeb(url) ? url.origin : undefined
  } catch {
    return undefined
  }
}

const isWeb = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:'

const parse = (text: string, base: URL): URL | undefined => {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

const isBlocked = (url: URL, rules: RedirectRules): boolean =>
  url.origin === rules.pageUrl.origin && (rules.blockedPaths ?? []).includes(trimSlash(url.pathname))

const trimSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

/**
 * Returns the URL that a user may be sent to after signing in, or `undefined`. Navigate to the returned URL, never to
 * the text it was parsed from.
 *
 * @example safeRedirectUrl('/reports?tab=2', { pageUrl: new URL(location.href) })?.href
 */
export const safeRedirectUrl = (text: string | null | undefined, rules: RedirectRules): URL | undefined => {
  if (!text || text.length > MAX_LENGTH || ODD_CHARACTERS.test(text) || ODD_ENCODINGS.test(text)) return undefined
  if (!WELL_FORMED.test(text)) return undefined
  const url = parse(text, rules.pageUrl)
  if (!url || !isWeb(url) || url.username || url.password || HIDDEN_HOST.test(url.pathname)) return undefined
  const allowed = new Set([rules.pageUrl.origin, ...(rules.allowedOrigins ?? []).map(originOf)])
  return allowed.has(url.origin) && !isBlocked(url, rules) ? url : undefined
}
