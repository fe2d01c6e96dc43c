import { type FormatOptions, type Moment, toDate } from '../rules/account-date.ts'
import { formattersOf, numbersOf } from '../rules/date-pattern.ts'

export { formatDate } from '../rules/account-date.ts'

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Differences under this number of seconds are "now". */
const NOW_SECONDS = 45

const spansOf = formattersOf(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
)

/** Returns a text such as "2 minutes ago", "yesterday" or "in 3 days". */
export const formatRelative = (at: Moment, now: number, options: FormatOptions = {}): string => {
  const date = toDate(at)
  if (!date) return ''
  const seconds = Math.round((date.getTime() - now) / 1000)
  const relative = spansOf(options.language, { numeric: 'auto' })
  if (Math.abs(seconds) < NOW_SECONDS) return relative.format(0, 'second')
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['minute', 60] as const)
  return relative.format(Math.trunc(seconds / length) || Math.sign(seconds), unit)
}

export const formatNumber = (value: number, { language }: FormatOptions): string =>
  numbersOf(language, {}).format(value)
