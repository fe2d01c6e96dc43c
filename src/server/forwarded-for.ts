/**
 * Appends the connection's IP address to `X-Forwarded-For`, as every proxy does. An API that trusts this app server
 * reads the list from right to left, so values that the client wrote have no effect.
 */
export const appendForwardedFor = (headers: Headers, ipAddress: string | undefined): void => {
  if (ipAddress !== undefined) headers.append('x-forwarded-for', ipAddress)
}
