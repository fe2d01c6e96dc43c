/**
 * Returns the milliseconds that a service asks to wait, in seconds or as a date (RFC 9110 §10.2.3); `undefined` if it
 * asks for none. A date is relative to the service's own clock if it is known. The browser has a reader of its own.
 */
export const retryAfterOf = (headers: Headers, now: number): number | undefined => {
  const value = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1_000
  const date = Date.parse(value)
  if (Number.isNaN(date)) return undefined
  const theirNow = Date.parse(headers.get('Date') ?? '')
  return Math.max(0, date - (Number.isNaN(theirNow) ? now : theirNow))
}
