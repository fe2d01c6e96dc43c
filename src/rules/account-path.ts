const SEPARATOR = ' › '

/** Joins names of accounts, topmost first, to one text: `Northwind › Europe`. */
export const joinPath = (names: readonly string[]): string => names.join(SEPARATOR)
