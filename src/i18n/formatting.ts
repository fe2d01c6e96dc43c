export interface FormatOptions {
  language?: string
  /** IANA name; the browser's own when left out or unknown. */
  timeZone?: string
  /** The account's own, such as `dd/MM/yyyy`; the language's when left out or odd. */
  dateFormat?: string
  /** `12` or `24`, also as `h:mm a` or `HH:mm`; the language's when left out or odd. */
  timeFormat?: string
}

export type Moment = string | number | Date

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Under this many seconds the difference is "now". */
const NOW_SECONDS = 45

const toDate = (at: Moment): Date | undefined => {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? undefined : date
}

const MAX_CACHED = 100

/** One formatter costs as much as hundreds of dates, once when it is made and once more when it is thrown away. */
const keep = <Options extends object, Formatter>(
  make: (language: string | undefined, options: Options) => Formatter,
) => {
  const kept = new Map<string, Formatter>()
  return (language: string | undefined, options: Options): Formatter => {
    const key = JSON.stringify([language, options])
    let formatter = kept.get(key)
    if (formatter === undefined) {
      if (kept.size >= MAX_CACHED) kept.clear()
      formatter = make(language, options)
      kept.set(key, formatter)
    }
    return formatter
  }
}

const datesOf = keep((language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options))
const numbersOf = keep((language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options))
const spansOf = keep(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
)

const zoneOf = keep((_language, options: { timeZone: string }): string => {
  try {
    return new Intl.DateTimeFormat('en', options).resolvedOptions().timeZone
  } catch {
    return ''
  }
})

const safeZone = (timeZone: string | undefined): string | undefined =>
  timeZone ? zoneOf(undefined, { timeZone }) || undefined : undefined

/** Letters of date formats as Unicode and as older libraries write them. */
const DATE_LETTERS = /y{4}|Y{4}|yy|YY|M{1,4}|d{1,2}|D{1,2}/g

/** A date as the account writes it; nothing when its format lacks the year, the month or the day. */
const inOwnFormat = (date: Date, { language, dateFormat = '', timeZone }: FormatOptions): string | undefined => {
  if (!/y/i.test(dateFormat) || !dateFormat.includes('M') || !/d/i.test(dateFormat)) return undefined
  const partOf = (options: Intl.DateTimeFormatOptions, locale = 'en') =>
    datesOf(locale, { ...options, timeZone }).format(date)
  const year = partOf({ year: 'numeric' })
  const numberOf = (options: Intl.DateTimeFormatOptions, length: number) => partOf(options).padStart(length, '0')
  return dateFormat.replace(DATE_LETTERS, (letters) => {
    if (/y/i.test(letters)) return year.slice(-letters.length)
    if (/d/i.test(letters)) return numberOf({ day: 'numeric' }, letters.length)
    if (letters.length > 2) return partOf({ month: letters.length > 3 ? 'long' : 'short' }, language)
    return numberOf({ month: 'numeric' }, letters.length)
  })
}

const hourCycleOf = (timeFormat = ''): 'h12' | 'h23' | undefined => {
  if (/^24|H/.test(timeFormat)) return 'h23'
  return /^12|a/.test(timeFormat) ? 'h12' : undefined
}

/** "21 Nov 2026"; with `time`, "21 Nov 2026, 14:05". In the account's own format where it has one. Empty for no date. */
export const formatDate = (at: Moment, options: FormatOptions & { time?: 'short' | 'full' } = {}): string => {
  const date = toDate(at)
  if (!date) return ''
  const timeZone = safeZone(options.timeZone)
  const own = inOwnFormat(date, { ...options, timeZone })
  const hourCycle = hourCycleOf(options.timeFormat)
  const time: Intl.DateTimeFormatOptions = options.time
    ? { timeStyle: options.time === 'full' ? 'long' : 'short', ...(hourCycle && { hourCycle }) }
    : {}
  const said = (style: Intl.DateTimeFormatOptions) =>
    datesOf(options.language, { ...style, ...time, timeZone }).format(date)
  if (own === undefined) return said({ dateStyle: options.time === 'full' ? 'full' : 'medium' })
  return options.time ? `${own}, ${said({})}` : own
}

/** "2 minutes ago", "yesterday", "in 3 days". */
export const formatRelative = (at: Moment, now: number, options: FormatOptions = {}): string => {
  const date = toDate(at)
  if (!date) return ''
  const seconds = Math.round((date.getTime() - now) / 1000)
  const relative = spansOf(options.language, { numeric: 'auto' })
  if (Math.abs(seconds) < NOW_SECONDS) return relative.format(0, 'second')
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['minute', 60] as const)
  return relative.format(Math.trunc(seconds / length) || Math.sign(seconds), unit)
}

export const formatNumber = (value: number, options: FormatOptions = {}): string =>
  numbersOf(options.language, {}).format(value)
