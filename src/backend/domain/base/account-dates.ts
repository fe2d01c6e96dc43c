import { type FormatOptions, formatDate, safeZone } from '../../../rules/account-date.ts'
import { datesOf } from '../../../rules/date-pattern.ts'
import { jsonOf } from '../../store/json-text.ts'
import type { TenantRecord } from '../../store/records.ts'

/** Returns whether a string names a time zone, such as `Europe/Amsterdam` or `UTC+2`. */
export const isTimeZone = (name: string): boolean => safeZone(name) !== undefined

/** Returns the time zone of the account's documents, or UTC if the account has none. */
const timeZoneOf = (tenant: Pick<TenantRecord, 'settings'> | undefined): string => {
  const { timezone } = jsonOf(tenant?.settings ?? '{}')
  return (typeof timezone === 'string' && safeZone(timezone)) || 'UTC'
}

/** The language of emails and documents. */
const LANGUAGE = 'en-US'

/** Returns the account's date and time formats; the time zone is UTC if the account has none. */
export const accountFormats = (tenant: Pick<TenantRecord, 'settings'> | undefined) => {
  const { dateFormat, timeFormat } = jsonOf(tenant?.settings ?? '{}')
  return {
    language: LANGUAGE,
    timeZone: timeZoneOf(tenant),
    ...(typeof dateFormat === 'string' && { dateFormat }),
    ...(typeof timeFormat === 'string' && { timeFormat }),
  } satisfies FormatOptions
}

/** Formats a day for a sentence, such as "January 15, 2027", or in the account's own date format. */
export const dayOf = (time: number, formats: FormatOptions): string =>
  formatDate(time, { ...formats, dateStyle: 'long' })

type AccountFormats = ReturnType<typeof accountFormats>

/** Adds formats in which dates sort as text, for tables of accounts without formats of their own. */
const inTable = (formats: AccountFormats): FormatOptions => ({
  ...formats,
  dateFormat: formats.dateFormat || 'yyyy-MM-dd',
  timeFormat: formats.timeFormat || 'HH:mm',
})

/** Formats a UTC day for a table. */
export const utcDayInTable = (time: number, formats: AccountFormats): string =>
  formatDate(time, { ...inTable(formats), timeZone: 'UTC' })

/** Returns a name such as `GMT+1`. An offset is its own name, because older engines don't know it. */
const zoneNameAt = (time: number, timeZone: string): string => {
  if (/^[+-]/.test(timeZone)) return `GMT${timeZone}`
  const parts = datesOf(LANGUAGE, { timeZone, timeZoneName: 'short' }).formatToParts(time)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Formats a time for a table, with its time zone. */
export const timeInTable = (time: number, formats: AccountFormats): string =>
  `${formatDate(time, { ...inTable(formats), time: 'short' })} ${zoneNameAt(time, formats.timeZone)}`.trim()
