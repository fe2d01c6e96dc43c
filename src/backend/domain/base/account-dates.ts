import { type FormatOptions, formatDate } from '../../../rules/account-date.ts'
import { datesOf } from '../../../rules/formatters.ts'
import { jsonOf } from '../../store/json-text.ts'
import type { TenantRecord } from '../../store/records.ts'
import { timeZoneOf } from './time-zone.ts'

/** The language of emails and documents. */
const LANGUAGE = 'en-US'

/** How the account writes dates and times; UTC where it has no time zone. */
export const accountFormats = (tenant: Pick<TenantRecord, 'settings'> | undefined) => {
  const { dateFormat, timeFormat } = jsonOf(tenant?.settings ?? '{}')
  return {
    language: LANGUAGE,
    timeZone: timeZoneOf(tenant),
    ...(typeof dateFormat === 'string' && { dateFormat }),
    ...(typeof timeFormat === 'string' && { timeFormat }),
  } satisfies FormatOptions
}

/** A day in a sentence, such as "January 15, 2027", or as the account writes it. */
export const dayOf = (time: number, formats: FormatOptions): string =>
  formatDate(time, { ...formats, dateStyle: 'long' })

type AccountFormats = ReturnType<typeof accountFormats>

/** Where the account has no formats of its own, tables show times in forms that sort. */
const inTable = (formats: AccountFormats): FormatOptions => ({
  ...formats,
  dateFormat: formats.dateFormat || 'yyyy-MM-dd',
  timeFormat: formats.timeFormat || 'HH:mm',
})

/** A day of UTC in a table. */
export const utcDayInTable = (time: number, formats: AccountFormats): string =>
  formatDate(time, { ...inTable(formats), timeZone: 'UTC' })

/** A time in a table, with its zone. */
export const timeInTable = (time: number, formats: AccountFormats): string => {
  const zone = datesOf(LANGUAGE, { timeZone: formats.timeZone, timeZoneName: 'short' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')
  return `${formatDate(time, { ...inTable(formats), time: 'short' })} ${zone?.value ?? ''}`.trim()
}
