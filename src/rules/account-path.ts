const SEPARATOR = ' › '

/** Names of accounts, topmost first, as one text: `Northwind › Europe`. */
export const joinPath = (names: readonly string[]): string => names.join(SEPARATOR)
