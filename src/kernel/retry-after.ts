const MAX_SECONDS = 86_400

const secondsUntil = (date: number, headers: Headers, now: number): number => {
  const serverNow = Date.parse(headers.get('Date') ?? '')
  return Math.ceil((date - (Number.isNaN(serverNow) ? now : serverNow)) / 1000)
}

/**
 * Returns the seconds that a server asks to wait, as a number or a date (RFC 9110 §10.2.3); `undefined` if it asks for
 * none, or for more than a day, which is a mistake of its clock or ours. A date is relative to the server's own clock if
 * that is known. `Date.parse` reads `-5` and `1.5` as dates; those of the RFC begin with the name of a day.
 */
export const retryAfterOf = (headers: Headers, now: number): number | undefined => {
  const value = headers.get('Retry-After')?.trim() ?? ''
  const isDate = /^[a-z]{3,9},? /i.test(value)
  if (!isDate && !/^\d+$/.test(value)) return undefined
  const seconds = isDate ? secondsUntil(Date.parse(value), headers, now) : Number(value)
  return seconds <= MAX_SECONDS ? Math.max(0, seconds) : undefined
}
