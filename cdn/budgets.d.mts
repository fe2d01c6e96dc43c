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

interface BuiltChunk {
  fileName: string
  imports: readonly string[]
  moduleIds: readonly string[]
}

export function loginFiles(chunks: readonly BuiltChunk[]): string[]
export function tagFiles(chunks: readonly BuiltChunk[]): string[]
