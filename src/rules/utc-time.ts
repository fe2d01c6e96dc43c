/** A date and time without a zone. */
const ZONELESS = /[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/

/**
 * Returns the milliseconds of a date and time of another system, or NaN. Without a zone it is in UTC, as SAML and
 * directories require (SAML Core 1.3.3), while `Date.parse` would use the zone of this server.
 */
export const utcTimeOf = (text: string): number => {
  const time = text.trim()
  return Date.parse(ZONELESS.test(time) ? `${time}Z` : time)
}
