import { safeZone } from '../../../rules/account-date.ts'
import { jsonOf } from '../../store/json-text.ts'
import type { TenantRecord } from '../../store/records.ts'

/** Returns whether a text names a time zone, such as `Europe/Amsterdam` or `UTC+2`. */
export const isTimeZone = (name: string): boolean => safeZone(name) !== undefined

/** Returns the time zone of the account's documents, or UTC if the account has none. */
export const timeZoneOf = (tenant: Pick<TenantRecord, 'settings'> | undefined): string => {
  const { timezone } = jsonOf(tenant?.settings ?? '{}')
  return (typeof timezone === 'string' && safeZone(timezone)) || 'UTC'
}
