export interface FormatOptions {
  language?: string
  /** IANA name; the browser's own when left out or unknown. */
  timeZone?: string
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

const safeZone = (timeZone: string | undefined): string | undefined => {
  try {
    return timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** "21 Nov 2026"; with `time`, "21 Nov 2026, 14:05". Empty for what is no date. */
export const formatDate = (at: Moment, options: FormatOptions & { time?: 'short' | 'full' } = {}): string => {
  const date = toDate(at)
  if (!date) return ''
  const time: Intl.DateTimeFormatOptions = options.time ? { timeStyle: options.time === 'full' ? 'long' : 'short' } : {}
  return new Intl.DateTimeFormat(options.language, {
    dateStyle: options.time === 'full' ? 'full' : 'medium',
    ...time,
    timeZone: safeZone(options.timeZone),
  }).format(date)
}

/** "2 minutes ago", "yesterday", "in 3 days". */
export const formatRelative = (at: Moment, now: number, options: FormatOptions = {}): string => {
  const date = toDate(at)
  if (!date) return ''
  const seconds = Math.round((date.getTime() - now) / 1000)
  const relative = new Intl.RelativeTimeFormat(options.language, { numeric: 'auto' })
  if (Math.abs(seconds) < NOW_SECONDS) return relative.format(0, 'second')
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['minute', 60] as const)
  return relative.format(Math.trunc(seconds / length) || Math.sign(seconds), unit)
}

export const formatNumber = (value: number, options: FormatOptions = {}): string =>
  new Intl.NumberFormat(options.language).format(value)

/** Short counts for badges: "1.2K". */
export const formatCount = (value: number, options: FormatOptions = {}): string =>
  new Intl.NumberFormat(options.language, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
