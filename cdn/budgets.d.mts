interface Row {
  what: string
  files: number
  kb: number
  limit: number
}

/** Adds the bytes that each budget has left, and whether that is too few. */
export function withRoom(
  rows: readonly Row[],
  settings?: { isRelease?: boolean },
): (Row & { left: number; over: boolean })[]
