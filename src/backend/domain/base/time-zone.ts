import { jsonOf } from '../../store/json-text.ts'
import type { TenantRecord } from '../../store/records.ts'

/** Whether it is the name of a time zone, such as `Europe/Amsterdam`. */
export const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The account's time zone, in which its documents are dated; UTC where it has none. */
export const timeZoneOf = (tenant: Pick<TenantRecord, 'settings'> | undefined): string => {
  const { timezone } = jsonOf(tenant?.settings ?? '{}')
  return typeof timezone === 'string' && timezone !== '' && isTimeZone(timezone) ? timezone : 'UTC'
}
