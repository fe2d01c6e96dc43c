import { datesOf, numbersOf } from './formatters.ts'

interface Instant {
  date: Date
  language?: string | undefined
  timeZone?: string | undefined
}

type Width = 'short' | 'long' | 'narrow'
type PartType = Intl.DateTimeFormatPartTypes
type Field = (moment: Instant, length: number) => string | number | undefined

/**
 * Matches text in apostrophes (two apostrophes mean one), a repeated letter, all other characters, or a single
 * apostrophe.
 */
const TOKENS = /'((?:[^']|'')*)'|([a-z])\2*|[^a-z']+|'/gi

/** Moment.js puts text in brackets. */
const BRACKETS = /\[([^\]]*)\]/g

const MAX_LETTERS = 9

const widthOf = (length: number): Width => (length === 4 ? 'long' : length === 5 ? 'narrow' : 'short')

const partsOf = ({ date, language, timeZone }: Instant, options: Intl.DateTimeFormatOptions) =>
  datesOf(language, { ...options, timeZone, calendar: 'gregory' }).formatToParts(date)

const partOf = (instant: Instant, type: PartType, options: Intl.DateTimeFormatOptions) =>
  partsOf(instant, options).find((part) => part.type === type)?.value

/**
 * Returns the name of a month. Many languages inflect it beside a day; some then have a number, which is not a name.
 */
const monthOf = (instant: Instant, month: Width, isAlone: boolean): string => {
  const beside = isAlone ? '' : partOf(instant, 'month', { month, day: 'numeric' })
  return beside && /\P{N}/u.test(beside)
    ? beside
    : partsOf(instant, { month }).reduce((name, { value }) => name + value, '')
}

const numeric = (type: PartType, change = (value: number) => value): Field => {
  return (instant, length) => {
    const options = { [type]: 'numeric', hourCycle: 'h23' } as const
    return length > 2 && type !== 'year'
      ? undefined
      : change(Number(partOf({ ...instant, language: 'en' }, type, options)))
  }
}

const fullYear = numeric('year')

const year: Field = (instant, length) => Number(fullYear(instant, length)) % (length === 2 ? 100 : 10 ** MAX_LETTERS)

const month = (isAlone: boolean): Field => {
  const number = numeric('month')
  return (instant, length) => number(instant, length) ?? monthOf(instant, widthOf(length), isAlone)
}

const day = numeric('day')

const weekday: Field = (instant, length) => partOf(instant, 'weekday', { weekday: widthOf(length) })

const halfOfDay: Field = (instant) => partOf(instant, 'dayPeriod', { hour: 'numeric', hour12: true })

interface Pattern {
  fields: Readonly<Record<string, Field>>
  /** Parts that a date or a time requires; hours up to 12 also need the half of the day. */
  needed: RegExp
}

/** Letters as defined in Unicode TR 35 (Date Field Symbols), and `D`, `Y`, `ddd` and `A` as in Moment.js. */
const DATE: Pattern = {
  fields: {
    G: (instant, length) => partOf(instant, 'era', { era: widthOf(length) }),
    y: year,
    u: year,
    Y: year,
    M: month(false),
    L: month(true),
    d: (instant, length) => day(instant, length) ?? weekday(instant, length),
    D: day,
    E: weekday,
    // With fewer letters it is the number of the weekday, which depends on the first day of the week.
    c: (instant, length) => (length < 3 ? undefined : weekday(instant, length)),
  },
  needed: /^(?=.* [yuY])(?=.* [ML]).* (?:dd?|DD?) /,
}

const TIME: Pattern = {
  fields: {
    H: numeric('hour'),
    k: numeric('hour', (hour) => hour || 24),
    K: numeric('hour', (hour) => hour % 12),
    h: numeric('hour', (hour) => hour % 12 || 12),
    m: numeric('minute'),
    s: numeric('second'),
    a: halfOfDay,
    A: halfOfDay,
  },
  needed: /^(?=.* m)(?:.* [Hk]|(?=.* [aA]).* [hK])/,
}

const inPattern = (pattern: string, { fields, needed }: Pattern, instant: Instant): string | undefined => {
  let seen = ''
  let isRead = true
  const text = (/[DYHhkK]/.test(pattern) ? pattern.replace(BRACKETS, "'$1'") : pattern).replace(
    TOKENS,
    (token, literal: string | undefined, letter: string | undefined) => {
      if (literal !== undefined) return literal.replaceAll("''", "'") || "'"
      if (!letter) {
        isRead &&= token !== "'"
        return token
      }
      seen += ` ${token} `
      const { length } = token
      const value = length > MAX_LETTERS ? undefined : fields[letter]?.(instant, length)
      isRead &&= value !== undefined
      return typeof value === 'number'
        ? numbersOf(instant.language, { minimumIntegerDigits: length, useGrouping: false }).format(value)
        : (value ?? '')
    },
  )
  return isRead && needed.test(seen) ? text : undefined
}

/**
 * Formats a date with a CLDR pattern such as `d 'de' MMMM 'de' y`; `undefined` when the pattern lacks a part or is
 * invalid.
 */
export const dateInPattern = (pattern: string, moment: Instant): string | undefined => inPattern(pattern, DATE, moment)

/** Formats a time with a CLDR pattern such as `h:mm a`; `undefined` when the pattern lacks a part or is invalid. */
export const timeInPattern = (pattern: string, moment: Instant): string | undefined => inPattern(pattern, TIME, moment)
