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

/** Offsets of other clients, such as `UTC+2`, `GMT -03:30`, `(UTC+01:00)` or `UTC−3` with a minus sign. */
const OFFSET = /^\(?(?:GMT|UTC)?\s*([+\-\u2212\u2013\uff0b\uff0d\u00b1])\s*(\d{1,2})(?:[:.]?([0-5]\d))?(?::00)?\)?$/i

/** Returns the name of an offset. `Etc/GMT-2` is two hours ahead of UTC. */
const nameOfOffset = (_: string, given: string, hours: string, minutes = '00'): string => {
  const sign = /[+\uff0b\u00b1]/.test(given) ? '+' : '-'
  return minutes === '00'
    ? `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
    : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

interface Zone {
  /** Name for `Intl`, or an offset such as `+05:30`; empty for an unknown zone. */
  name: string
  /** Milliseconds that dates are moved by and then written as UTC, because older engines know no such offsets. */
  shift: number
}

const HOUR_MS = 3_600_000

/** Returns how far an offset is ahead of UTC; `undefined` when it is none on Earth. */
const shiftOf = (offset: string): number | undefined => {
  const [, sign = '', hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? []
  const shift = Number(`${sign}1`) * (Number(hours) + Number(minutes) / 60) * HOUR_MS
  return shift >= -12 * HOUR_MS && shift <= 14 * HOUR_MS ? shift : undefined
}

const zoneOf = formattersOf((_language, { timeZone }: { timeZone: string }): Zone => {
  const name = timeZone.trim().replace(OFFSET, nameOfOffset).replace(/^Z$/i, 'UTC')
  const shift = shiftOf(name)
  // Newer engines also read offsets that there are nowhere on Earth, such as `+23:30`.
  if (shift === undefined && /^[+-]/.test(name)) return { name: '', shift: 0 }
  try {
    return { name: new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone, shift: 0 }
  } catch {
    return shift === undefined ? { name: '', shift: 0 } : { name, shift }
  }
})

/** Returns the name of a stored time zone, or its offset such as `+05:30`; `undefined` for none and for an unknown one. */
export const safeZone = (timeZone: string | undefined): string | undefined =>
  timeZone ? zoneOf(undefined, { timeZone }).name || undefined : undefined

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
  const given = toDate(at)
  if (!given) return ''
  const { language, dateFormat = '', timeFormat = '', time } = options
  const { name, shift } = zoneOf(undefined, { timeZone: options.timeZone ?? '' })
  // The last hours that there are can't be moved.
  const date = toDate(given.getTime() + shift) ?? given
  const timeZone = shift ? 'UTC' : name || undefined
  const moment = { date, language, timeZone }
  const hourCycle = hourCycleOf(timeFormat)
  const fullTime = shift ? 'medium' : 'long'
  const timeStyle: Intl.DateTimeFormatOptions = time
    ? { timeStyle: time === 'full' ? fullTime : 'short', ...(hourCycle && { hourCycle }) }
    : {}
  const zoneMark = shift && time === 'full' ? ` GMT${name}` : ''
  const format = (style: Intl.DateTimeFormatOptions) =>
    datesOf(language, { ...style, timeZone }).format(date) + (style.timeStyle ? zoneMark : '')
  const dateStyle = options.dateStyle ?? (time === 'full' ? 'full' : 'medium')
  const ownDate = dateInPattern(dateFormat, moment)
  const ownTime = time === 'short' ? timeInPattern(timeFormat, moment) : undefined
  if (ownDate === undefined && ownTime === undefined) return format({ dateStyle, ...timeStyle })
  const day = ownDate ?? format({ dateStyle })
  return time ? `${day}, ${ownTime ?? format(timeStyle)}` : day
}
