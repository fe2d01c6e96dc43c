/** Schemes that a browser runs or reads itself, and those of the web; none of them opens an app. */
const NO_APP =
  /^(?:https?|javascript|data|vbscript|file|blob|about|filesystem|ftp|wss?|view-source|chrome|intent|mailto|tel|sms):/i
/** RFC 3986 §3.1, followed by an authority or a path. */
const APP = /^[a-z][a-z0-9+.-]*:\/\/[^\s\\<>"'`]*$/i
const MAX_LENGTH = 4096

const isApp = (text: string): boolean => text.length <= MAX_LENGTH && APP.test(text) && !NO_APP.test(text)

/**
 * Returns whether a listed URL covers another one: `com.acme.app://in` covers itself and the URLs below it, but no
 * other host or scheme.
 */
const covers = (listed: string, url: string): boolean =>
  url === listed || (url.startsWith(listed) && (listed.endsWith('/') || /^[/?]/.test(url.slice(listed.length))))

/**
 * Returns the URL of the host's own app: the requested one if the host listed it, else the first listed one. Listed are
 * the entries of `allowedRedirectOrigins` with a custom scheme, such as `com.acme.app://signed-in` (RFC 8252 §7.1).
 */
export const nativeAppUrl = (wanted: string | null | undefined, allowed: readonly string[]): string | undefined => {
  const listed = allowed.filter(isApp)
  if (wanted && isApp(wanted) && listed.some((entry) => covers(entry, wanted))) return wanted
  return listed[0]
}
