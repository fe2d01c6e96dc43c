const MAX_CACHED = 100

/**
 * Caches formatters: creating one costs as much as formatting hundreds of dates, and discarding it costs that again.
 */
export const formattersOf = <Options extends object, Formatter>(
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

export const datesOf = formattersOf(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
)

export const numbersOf = formattersOf(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
)

interface Instant {
  date: Date
  language?: string | undefined
  timeZone?: string | undefined
}

type Width = 'short' | 'long' | 'narrow'
type PartType = Intl.DateTimeFormatPartTypes
type Field = (moment: Instant, length: number) => string | number | undefined

/**
 * Matches text in apostrophes (two apostrophes mean one), a repeated letter with the `o` of an ordinal, all other
 * characters, or a single apostrophe.
 */
const TOKENS = /'((?:[^']|'')*)'|([a-z])\2*o?|[^a-z']+|'/gi

/** Moment.js puts text in brackets. */
const BRACKETS = /\[([^\]]*)\]/g

const MAX_LETTERS = 9

const widthOf = (length: number): Width => {
  if (length === 4) return 'long'
  return length === 5 ? 'narrow' : 'short'
}

const partsOf = ({ date, language, timeZone }: Instant, options: Intl.DateTimeFormatOptions) =>
  datesOf(language, { ...options, timeZone, calendar: 'gregory' }).formatToParts(date)

const partOf = (instant: Instant, type: PartType, options: Intl.DateTimeFormatOptions) =>
  partsOf(instant, options).find((part) => part.type === type)?.value

/** Returns the name of a month. Many languages inflect it after a day; some then have a number, which is not a name. */
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

/** Marks of an ordinal number, by language; other languages write the number alone. */
const ORDINAL_MARKS: Readonly<Record<string, string>> = {
  '.': 'cs da de et fi hr hu is nb nn no pl sk sl',
  º: 'es gl it pt',
}
const ENGLISH_MARKS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

const ordinalMark = (language: string, number: number): string => {
  if (language === 'en') return ENGLISH_MARKS[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)] ?? ''
  if (language === 'fr') return number === 1 ? 'er' : ''
  return Object.entries(ORDINAL_MARKS).find(([, languages]) => languages.split(' ').includes(language))?.[0] ?? ''
}

/** Returns the day as an ordinal number, such as "7th". */
const ordinalDay = (instant: Instant): string => {
  const number = Number(day(instant, 1))
  const numbers = numbersOf(instant.language, {})
  const [language = ''] = numbers.resolvedOptions().locale.split('-')
  return numbers.format(number) + ordinalMark(language, number)
}

const quarter = numeric('month', (month) => Math.ceil(month / 3))

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
    Do: ordinalDay,
    do: ordinalDay,
    Q: quarter,
    q: quarter,
    E: weekday,
    // With fewer letters it is the number of the weekday, which depends on the first day of the week.
    c: (instant, length) => (length < 3 ? undefined : weekday(instant, length)),
  },
  needed: /^(?=.* [yuY])(?=.* [ML]).* (?:dd?|DD?|[dD]o) /,
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

/**
 * Returns whether the letters name parts whose order and separators a language chooses, such as `yMMMd` of the `intl`
 * libraries, which write the longest part first. Patterns without separators have fields of a fixed width, such as
 * `yyyyMMdd`, or another order, such as `dMMMyyyy`.
 */
const isSkeleton = (pattern: string): boolean => {
  const isInOrder = /^G*[yu]*[Qq]*[ML]*[Eec]*d*[jhHkK]*m*s*$/.test(pattern)
  const fields = isInOrder ? (pattern.match(/([A-Za-z])\1*/g) ?? []) : []
  return fields.length > 1 && fields.some(({ length }) => length === 1)
}

interface Written {
  text: string
  /** The tokens with a space on both sides. */
  seen: string
  /** The first token that can't be read. */
  unread: string | undefined
}

const written = (pattern: string, { fields }: Pattern, instant: Instant): Written => {
  let seen = ''
  let unread: string | undefined
  const text = (/[DYHhkK]/.test(pattern) ? pattern.replace(BRACKETS, "'$1'") : pattern).replace(
    TOKENS,
    (token, literal: string | undefined, letter: string | undefined) => {
      if (literal !== undefined) return literal.replaceAll("''", "'") || "'"
      if (!letter) {
        if (token === "'") unread ??= token
        return token
      }
      seen += ` ${token} `
      const { length } = token
      const isOrdinal = length > 1 && token.endsWith('o') && letter !== 'o'
      const value = length > MAX_LETTERS ? undefined : fields[isOrdinal ? token : letter]?.(instant, length)
      if (value === undefined) unread ??= token
      return typeof value === 'number'
        ? numbersOf(instant.language, { minimumIntegerDigits: length, useGrouping: false }).format(value)
        : (value ?? '')
    },
  )
  return { text, seen, unread: unread ?? (isSkeleton(pattern) ? pattern : undefined) }
}

const inPattern = (given: string, pattern: Pattern, instant: Instant): string | undefined => {
  const { text, seen, unread } = written(given, pattern, instant)
  return unread === undefined && pattern.needed.test(seen) ? text : undefined
}

/**
 * Formats a date with a CLDR pattern such as `d 'de' MMMM 'de' y`; `undefined` when the pattern lacks a part or is
 * invalid.
 */
export const dateInPattern = (pattern: string, moment: Instant): string | undefined => inPattern(pattern, DATE, moment)

/** Formats a time with a CLDR pattern such as `h:mm a`; `undefined` when the pattern lacks a part or is invalid. */
export const timeInPattern = (pattern: string, moment: Instant): string | undefined => inPattern(pattern, TIME, moment)

/**
 * Returns the first token of a pattern that isn't supported, such as `QQQ`; an empty string if a date pattern lacks its
 * day, month or year; `undefined` if the pattern is used as it is.
 *
 * @example unreadToken('date', 'QQQ y') // 'QQQ'
 */
export const unreadToken = (kind: 'date' | 'time', pattern: string): string | undefined => {
  const { seen, unread } = written(pattern, kind === 'date' ? DATE : TIME, { date: new Date(0) })
  return unread ?? (kind === 'time' || DATE.needed.test(seen) ? undefined : '')
}
