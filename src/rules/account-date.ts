import { dateInPattern, datesOf, formattersOf, timeInPattern } from './date-pattern.ts'

export interface FormatOptions {
  language?: string
  /** IANA time zone; the browser's own when omitted or unknown. */
  timeZone?: string
  /** The account's format, such as `dd/MM/yyyy`; the language's when omitted or invalid. */
  dateFormat?: string
  /** `12` or `24`, or the same as `h:mm a` or `HH:mm`; the language's when omitted or invalid. */
  timeFormat?: string
}

export type Moment = string | number | Date

export const toDate = (at: Moment): Date | undefined => {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? undefined : date
}

const OFFSET = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d\d))?$/i

/** Zones with these offsets today, for older engines, which know no offsets such as `+05:30`. */
const ZONES: Readonly<Record<string, string>> = {
  '-09:30': 'Pacific/Marquesas',
  '+03:30': 'Asia/Tehran',
  '+04:30': 'Asia/Kabul',
  '+05:30': 'Asia/Kolkata',
  '+05:45': 'Asia/Kathmandu',
  '+06:30': 'Asia/Yangon',
  '+08:45': 'Australia/Eucla',
  '+09:30': 'Australia/Darwin',
}

/** Returns the name of an offset such as `UTC+2`, which other clients store. `Etc/GMT-2` is two hours ahead of UTC. */
const nameOfOffset = (_: string, sign: string, hours: string, minutes = '00'): string =>
  minutes === '00'
    ? `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
    : `${sign}${hours.padStart(2, '0')}:${minutes}`

const zoneOf = formattersOf((_language, { timeZone }: { timeZone: string }): string => {
  const exact = timeZone.trim().replace(OFFSET, nameOfOffset)
  for (const name of [exact, ZONES[exact] ?? '']) {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    } catch {
      // This engine doesn't know the name.
    }
  }
  return ''
})

/** Returns the name by which `Intl` knows a stored time zone; `undefined` for none and for an unknown one. */
export const safeZone = (timeZone: string | undefined): string | undefined =>
  timeZone ? zoneOf(undefined, { timeZone }) || undefined : undefined

const hourCycleOf = (timeFormat = ''): 'h12' | 'h23' | undefined => {
  if (/^24|H/.test(timeFormat)) return 'h23'
  return /^12|\b(?:hh?|KK?|ah?)\b/i.test(timeFormat) ? 'h12' : undefined
}

export interface DateOptions extends FormatOptions {
  time?: 'short' | 'full'
  /** Style of the day when the account has no format: 'medium' unless the time is full. */
  dateStyle?: 'long'
}

/**
 * Returns "21 Nov 2026"; with `time`, "21 Nov 2026, 14:05". It uses the account's formats if there are any, except that
 * a full time always has seconds and the zone. Empty when there is no date.
 */
export const formatDate = (at: Moment, options: DateOptions): string => {
  const date = toDate(at)
  if (!date) return ''
  const { language, dateFormat = '', timeFormat = '', time } = options
  const timeZone = safeZone(options.timeZone)
  const moment = { date, language, timeZone }
  const hourCycle = hourCycleOf(timeFormat)
  const timeStyle: Intl.DateTimeFormatOptions = time
    ? { timeStyle: time === 'full' ? 'long' : 'short', ...(hourCycle && { hourCycle }) }
    : {}
  const format = (style: Intl.DateTimeFormatOptions) => datesOf(language, { ...style, timeZone }).format(date)
  const dateStyle = options.dateStyle ?? (time === 'full' ? 'full' : 'medium')
  const ownDate = dateInPattern(dateFormat, moment)
  const ownTime = time === 'short' ? timeInPattern(timeFormat, moment) : undefined
  if (ownDate === undefined && ownTime === undefined) return format({ dateStyle, ...timeStyle })
  const day = ownDate ?? format({ dateStyle })
  return time ? `${day}, ${ownTime ?? format(timeStyle)}` : day
}
