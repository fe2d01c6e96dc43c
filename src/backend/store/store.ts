import type { AttemptRecord, Records } from './records.ts'

type Scalar = string | number | boolean | null

/** Conditions on one field; several in one object must all hold. */
export interface Condition<Value> {
  in?: readonly Value[]
  /** A substring, compared without regard to case. */
  contains?: string
  /** At least one of these parts, such as `[JSON.stringify(roleId), …]` for members with one of several roles. */
  containsAny?: readonly string[]
  /** A part of the first line that begins with `start`, compared exactly. */
  line?: { start: string; has: string }
  /** A substring, compared exactly. */
  has?: string
  /** A suffix, compared exactly. */
  endsWith?: string
  lt?: Value
  gte?: Value
  not?: Value
}

/** All fields must match. A bare value means equality, `null` means absent; `undefined` is refused. */
export type Where<Row> = {
  readonly [field in keyof Row]?: Row[field] extends Scalar | undefined
    ? Row[field] | null | Condition<Row[field]>
    : never
}

/** Conditions with alternatives and exclusions, such as a client's own filter. */
export type Filter<Row> =
  | { where: Where<Row> }
  | { all: readonly Filter<Row>[] }
  | { any: readonly Filter<Row>[] }
  | { none: Filter<Row> }

export interface PageQuery<Row> {
  where?: Where<Row>
  filter?: Filter<Row> | undefined
  /** Text to find in any of the fields, without regard to case. */
  search?: { text: string; fields: readonly (keyof Row & string)[] }
  /** Ties are broken by the field `ties`, if any, and by `id`, so that paging never repeats or skips a row. */
  sort?: { field: keyof Row & string; order: 'ASC' | 'DESC'; ties?: keyof Row & string }
  offset: number
  limit: number
  /** The number of matches if it is already known; it is not counted then. */
  total?: number
  /** Matches are counted up to this number. */
  maxTotal?: number
}

/** Number of matches after which a capped query stops counting; for audits, it starts at the end of the page. */
export const MAX_COUNTED = 10_000

export interface Page<Row> {
  items: Row[]
  total: number
}

/** Equal intervals of a number; the last one ends before `from + step * size`. */
export interface Intervals<Row> {
  field: keyof Row & string
  from: number
  step: number
  size: number
  /** Sums this field instead of counting the rows. */
  sum?: keyof Row & string
}

/** Rows of one kind. Every result is a copy: changing it changes nothing stored. */
export interface Collection<Row extends { id: string }> {
  get(id: string): Promise<Row | undefined>
  find(where: Where<Row>): Promise<Row | undefined>
  /** Returns all matches in `id` order; for sets known to be small. */
  list(where: Where<Row>): Promise<Row[]>
  /** Like `list`, but with the named fields only; for sets that may be large. */
  listFields<Field extends keyof Row & string>(where: Where<Row>, fields: readonly Field[]): Promise<Pick<Row, Field>[]>
  page(query: PageQuery<Row>): Promise<Page<Row>>
  count(where: Where<Row>): Promise<number>
  /** Returns how many matches each interval has. */
  histogram(where: Where<Row>, intervals: Intervals<Row>): Promise<number[]>
  insert(row: Row): Promise<Row>
  insertMany(rows: readonly Row[]): Promise<void>
  /** Changes every match and returns how many there were; one statement, so it can serve as a compare-and-set. */
  update(where: Where<Row>, patch: Partial<Omit<Row, 'id'>>): Promise<number>
  delete(where: Where<Row>): Promise<number>
}

export type Collections = { readonly [name in keyof Records]: Collection<Records[name]> }

/** Names a field of an earlier read, by its place, that contains ids as a JSON list. */
export interface IdSource {
  read: number
  field: string
  /** Whether the field contains one id instead of a list. @default false */
  isOne?: boolean
}

/** A `list` of one collection. A read with `idsIn` returns only the rows whose id one of these fields contains. */
export type Read = {
  [name in keyof Records]: { name: name; where: Where<Records[name]>; idsIn?: readonly IdSource[] }
}[keyof Records]

/** A row could not be inserted because its unique key is taken. */
export class DuplicateError extends Error {
  override readonly name = 'DuplicateError'
}

/** Returns the result of an insert; `undefined` if another call or process has inserted a row with the same key. */
export const unlessDuplicate = async <Result>(insert: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await insert
  } catch (error) {
    if (error instanceof DuplicateError) return undefined
    throw error
  }
}

/** Returns the inserted row, or the one that another call or process has inserted with the same key. */
export const firstInserted = async <Row>(insert: Promise<Row>, find: () => Promise<Row | undefined>): Promise<Row> => {
  try {
    return await insert
  } catch (error) {
    const other = error instanceof DuplicateError ? await find() : undefined
    if (!other) throw error
    return other
  }
}

export interface Store extends Collections {
  /**
   * Runs `work` atomically; a rejection rolls everything back. Inside, use only the collections passed to `work`: the
   * store itself would wait for the end of the transaction. Slow work (hashing, email, network) doesn't belong inside.
   */
  transaction<Result>(work: (store: Collections) => Promise<Result>): Promise<Result>
  /**
   * Counts one attempt in `attempts`, atomically. The first one, and the first at or after the end of a window, opens a
   * window until `windowEndsAt`. Returns the number of attempts in the open window, and its end, which is never later
   * than that of a new window: otherwise a clock that was set back would keep it open for as long.
   */
  countAttempt(attempt: { id: string; now: number; windowEndsAt: number }): Promise<AttemptRecord>
  /**
   * Reads several lists with one statement and returns them in order; within a request they are cached. Absent if it
   * would save nothing.
   *
   * @example await store.readTogether?.([{ name: 'users', where: { id } }, { name: 'members', where: { userId: id } }])
   */
  readTogether?(reads: readonly Read[]): Promise<{ id: string }[][]>
  /** Refreshes the planner's statistics after many rows were added; databases also do it automatically, later. */
  optimize?(): Promise<void>
  /** Returns this process's connections to the database; absent for stores with at most one. */
  connections?(): { open: number; idle: number; waiting: number }
  /** Runs SQL on the database behind the store, for engines with their own tables there. */
  executeSql?(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  close(): Promise<void>
}
