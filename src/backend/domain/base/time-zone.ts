import { jsonOf } from '../../store/json-text.ts'
import type { TenantRecord } from '../../store/records.ts'

/** Returns whether a text is the name of a time zone, such as `Europe/Amsterdam`. */
export const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Returns the time zone of the account's documents, or UTC if the account has none. */
export const timeZoneOf = (tenant: Pick<TenantRecord, 'settings'> | undefined): string => {
  const { timezone } = jsonOf(tenant?.settings ?? '{}')
  return typeof timezone === 'string' && timezone !== '' && isTimeZone(timezone) ? timezone : 'UTC'
}
