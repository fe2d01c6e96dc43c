/**
 * Appends the connection's IP address to `X-Forwarded-For`, as every proxy does: an API that trusts this app server
 * reads the list from right to left, so what the client wrote itself counts for nothing.
 */
export const appendForwardedFor = (headers: Headers, ipAddress: string | undefined): void => {
  if (ipAddress !== undefined) headers.append('x-forwarded-for', ipAddress)
}
