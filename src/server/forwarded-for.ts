import { forwardedNodes } from '../rules/forwarded.ts'

/** Returns the list in `X-Forwarded-For` that says the same as the `Forwarded` header of a proxy in front of the app. */
const asForwardedFor = (forwarded: string): string =>
  forwardedNodes(forwarded)
    .map((node) => (/^[\w.:%[\]-]+$/.test(node) ? node : 'unknown'))
    .join(', ')

/**
 * Appends the connection's IP address to `X-Forwarded-For`, as every proxy does. An API that trusts this app server
 * reads the list from right to left, so values that the client wrote have no effect.
 */
export const appendForwardedFor = (headers: Headers, ipAddress: string | undefined): void => {
  if (ipAddress === undefined) return
  // Empty elements of a list don't count (RFC 9110 §5.6.1.2).
  const hasList = /[^\s,]/.test(headers.get('x-forwarded-for') ?? '')
  const forwarded = hasList ? '' : asForwardedFor(headers.get('forwarded') ?? '')
  if (forwarded) headers.set('x-forwarded-for', forwarded)
  headers.append('x-forwarded-for', ipAddress)
}
