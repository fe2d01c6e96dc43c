interface ServerUrlRules {
  pageUrl: URL
  /** If set, all hosts but these and the page's own are refused. */
  expectedOrigins?: readonly string[]
}

const MAX_LENGTH = 16_384
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROLS = /[\u0000-\u001f\u007f]/

const isLocal = (url: URL): boolean =>
  url.hostname === 'localhost' ||
  url.hostname === '127.0.0.1' ||
  url.hostname === '[::1]' ||
  url.hostname.endsWith('.localhost')

const parse = (text: string, base: URL): URL | undefined => {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/**
 * Returns a URL that the server sent (302 text, SSO, social) if a page may navigate to it: https, or http on localhost
 * and on the page's own origin; never a script scheme.
 */
export const safeServerUrl = (text: string, rules: ServerUrlRules): URL | undefined => {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_LENGTH || CONTROLS.test(trimmed)) return undefined
  const url = parse(trimmed, rules.pageUrl)
  if (!url || url.username || url.password) return undefined
  const isOwn = url.origin === rules.pageUrl.origin
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && (isLocal(url) || isOwn))
  const isExpected = isOwn || !rules.expectedOrigins || rules.expectedOrigins.includes(url.origin)
  return isSecure && isExpected ? url : undefined
}
