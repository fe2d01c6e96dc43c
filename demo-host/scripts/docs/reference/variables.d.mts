type Row = readonly [names: string, meaning: string, fallback: string]

export const SERVE: readonly Row[]
export const COMMON: readonly Row[]
export const SERVER_MODULE: readonly Row[]
export const namesIn: (row: Row) => string[]
