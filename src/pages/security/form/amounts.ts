import type { PolicyRange } from '../../../rules/policy-limits.ts'

export const TIME_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const
type TimeUnit = (typeof TIME_UNITS)[number]

const SECONDS: Readonly<Record<TimeUnit, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

/** A duration as the user types it. */
export interface TypedTime {
  amount: string
  unit: TimeUnit
}

const WHOLE_NUMBER = /^\d{1,9}$/

export const wholeNumberOf = (text: string): number | undefined =>
  WHOLE_NUMBER.test(text.trim()) ? Number(text.trim()) : undefined

/** Converts seconds into the largest unit without a fraction. */
export const toTypedTime = (seconds: number): TypedTime => {
  const unit = TIME_UNITS.findLast((candidate) => seconds > 0 && seconds % SECONDS[candidate] === 0) ?? 'seconds'
  return { amount: String(seconds / SECONDS[unit]), unit }
}

export const secondsOf = ({ amount, unit }: TypedTime): number | undefined => {
  const whole = wholeNumberOf(amount)
  return whole === undefined ? undefined : whole * SECONDS[unit]
}

export const isIn = ({ min, max }: PolicyRange, value: number | undefined): value is number =>
  value !== undefined && value >= min && value <= max

const INTL_UNITS: Readonly<Record<TimeUnit, string>> = {
  seconds: 'second',
  minutes: 'minute',
  hours: 'hour',
  days: 'day',
}

/** Formats seconds as "1 hour" or "90 days". */
export const formatSeconds = (seconds: number, language: string): string => {
  const { amount, unit } = toTypedTime(seconds)
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: INTL_UNITS[unit], unitDisplay: 'long' })
  return format.format(Number(amount))
}
