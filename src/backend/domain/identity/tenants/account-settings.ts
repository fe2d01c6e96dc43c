import { text } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import { isTimeZone } from '../../base/account-dates.ts'

export const isHttpUrl = (value: string): boolean => {
  try {
    return /^https?:$/.test(new URL(value).protocol)
  } catch {
    return false
  }
}

const MAX_ZONE_LENGTH = 100

/** Length limit and validity check for each value of the form. */
const FIELDS: Readonly<Record<string, { maxLength: number; isGood?: (value: string) => boolean; wrong?: string }>> = {
  address: { maxLength: 2_000 },
  website: { maxLength: 500, isGood: isHttpUrl, wrong: 'website must be an http(s) URL' },
  timezone: { maxLength: MAX_ZONE_LENGTH, isGood: isTimeZone, wrong: 'timezone must be the name of a time zone' },
  dateFormat: { maxLength: 40 },
  timeFormat: { maxLength: 20 },
  currency: { maxLength: 3, isGood: (value) => /^[A-Z]{3}$/.test(value), wrong: 'currency must be an ISO 4217 code' },
  applicationUrl: { maxLength: 500, isGood: isHttpUrl, wrong: 'applicationUrl must be an http(s) URL' },
  logo: { maxLength: 2_000, isGood: isHttpUrl, wrong: 'logo must be an http(s) URL' },
  logoUrl: { maxLength: 2_000, isGood: isHttpUrl, wrong: 'logoUrl must be an http(s) URL' },
  loginUrl: { maxLength: 500, isGood: isHttpUrl, wrong: 'loginUrl must be an http(s) URL' },
}

/**
 * Returns the zone of a name of Windows or Rails, which other clients send, because browsers know only those of the tz
 * database.
 */
const knownZone = async (value: unknown): Promise<unknown> => {
  // Results are cached by the whole text, so a long one is refused before.
  if (typeof value !== 'string' || value === '' || value.length > MAX_ZONE_LENGTH || isTimeZone(value)) return value
  const { zoneOfListed } = await import('../../base/listed-zones.ts')
  return zoneOfListed(value, isTimeZone) ?? value
}

/** Returns the fields that were sent; an empty string removes a field. @throws 400 for an invalid one */
export const readAccountSettings = async (body: Readonly<Record<string, unknown>>): Promise<Record<string, string>> => {
  const changes: Record<string, string> = {}
  const given: Record<string, unknown> = { ...body, timezone: await knownZone(body.timezone) }
  for (const [name, { maxLength, isGood, wrong }] of Object.entries(FIELDS)) {
    const value = given[name]
    if (value === undefined || value === null) continue
    if (value !== '' && isGood && !isGood(text(value, name, maxLength)))
      throw badRequest(wrong ?? `${name} is not valid`)
    changes[name] = value === '' ? '' : text(value, name, maxLength)
  }
  return changes
}
