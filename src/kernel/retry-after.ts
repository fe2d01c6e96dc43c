/**
 * Returns the seconds that a server asks to wait, as a number or a date (RFC 9110 §10.2.3); `undefined` if it asks for
 * none. A date is relative to the server's own clock if it is known.
 */
export const retryAfterOf = (headers: Headers, now: number): number | undefined => {
  const value = headers.get('Retry-After')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  const serverNow = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(date) ? undefined : Math.max(0, (date - (Number.isNaN(serverNow) ? now : serverNow)) / 1000)
}
