interface RedirectRules {
  /** The URL of the page; its origin is always allowed. */
  pageUrl: URL
  /** Exact origins of `authOptions.allowedRedirectOrigins`. */
  allowedOrigins?: readonly string[]
  /** Routes of ours that are never targets, see `navigation/blocked-routes.ts`. */
  blockedPaths?: readonly string[]
}

/** No user comes from a longer URL. */
const MAX_LENGTH = 4096
/** Browsers drop or rewrite these while parsing, which is what look-alikes live on. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const ODD_CHARACTERS = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb\\]/u
const ODD_ENCODINGS = /%(?:0[0-9a-f]|1[0-9a-f]|7f|5c)/i
/** Either `/path`, `?query`, `#fragment`, or `http(s)://host`; `//host`, `https:/host` and `https:host` are refused. */
const WELL_FORMED = /^(?:\/(?!\/)|\?|#|https?:\/\/[^/?#@]+(?:[/?#]|$))/i
/** A path that begins with two slashes turns into a host when a router cuts the origin off. */
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
 * The URL a user may be sent to after signing in, or `undefined`. Navigate to the returned
 * URL, never to the text it came from.
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
