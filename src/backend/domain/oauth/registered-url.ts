import type { OauthClient } from './oauth-clients.ts'

/** A URL on the user's own machine, with the port on which a native app listens. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/
/** Schemes that a browser opens itself, so that no other app can claim their URLs. */
const WEB = /^https?:/i

type ClientKind = Pick<OauthClient, 'isOwn' | 'isConfidential'>

const mayBeNative = ({ isOwn, isConfidential }: ClientKind): boolean => !isOwn && !isConfidential

/**
 * Returns whether a URL is one of a client's registered ones. URLs are compared as strings, except for the port of a
 * native app, which the system chooses when the app starts to listen (RFC 8252 §7.3).
 */
export const isRegistered = (client: ClientKind, registered: readonly string[], url: string): boolean => {
  if (registered.includes(url)) return true
  const withoutPort = (text: string) => text.replace(LOOPBACK, '$1')
  const mayChoosePort = mayBeNative(client) && LOOPBACK.test(url) && URL.canParse(url)
  return mayChoosePort && registered.some((each) => LOOPBACK.test(each) && withoutPort(each) === withoutPort(url))
}

/**
 * Returns whether any program on the user's machine may receive the response at a redirect URI of a public client: one
 * of a private scheme, or on a port that was chosen freely (RFC 8252 §8.6). A registered port is that of a page which a
 * developer serves, whose sessions continue silently.
 */
export const isClaimable = (client: ClientKind & Pick<OauthClient, 'redirectUris'>, url: string): boolean =>
  mayBeNative(client) && (!WEB.test(url) || (LOOPBACK.test(url) && !client.redirectUris.includes(url)))
