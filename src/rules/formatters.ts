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
