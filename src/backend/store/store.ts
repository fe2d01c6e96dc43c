import type { AttemptRecord, Records } from './records.ts'

type Scalar = string | number | boolean | null

/** Conditions on one field; several in one object must all hold. */
export interface Condition<Value> {
  in?: readonly Value[]
  /** Case-insensitive part of a text. */
  contains?: string
  /** At least one of these parts, such as `[JSON.stringify(roleId), …]` for members with one of several roles. */
  containsAny?: readonly string[]
  /** The part, as it is stored, of the line of a text that begins in this way; only the first such line counts. */
  line?: { start: string; has: string }
  /** Part of a text, as it is stored. */
  has?: string
  /** End of a text, as it is stored. */
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
  /** Case-insensitive text found in any of the fields. */
  search?: { text: string; fields: readonly (keyof Row & string)[] }
  /** Ties are broken by the field `ties`, if any, and by `id`, so that paging never repeats or skips a row. */
  sort?: { field: keyof Row & string; order: 'ASC' | 'DESC'; ties?: keyof Row & string }
  offset: number
  limit: number
  /** The number of matches where it is known; it is not counted then. */
  total?: number
  /** Matches are counted up to here. */
  maxTotal?: number
}

/** Where the number of matches may be capped, it is known up to this many beyond the page. */
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
  /** Adds up this field instead of counting the rows. */
  sum?: keyof Row & string
}

/** Rows of one kind. Every result is a copy: changing it changes nothing stored. */
export interface Collection<Row extends { id: string }> {
  get(id: string): Promise<Row | undefined>
  find(where: Where<Row>): Promise<Row | undefined>
  /** All matches, in `id` order; for sets known to be small. */
  list(where: Where<Row>): Promise<Row[]>
  /** As `list`, with the named fields only; for sets that may be large. */
  listFields<Field extends keyof Row & string>(where: Where<Row>, fields: readonly Field[]): Promise<Pick<Row, Field>[]>
  page(query: PageQuery<Row>): Promise<Page<Row>>
  count(where: Where<Row>): Promise<number>
  /** How many matches each interval has. */
  histogram(where: Where<Row>, intervals: Intervals<Row>): Promise<number[]>
  insert(row: Row): Promise<Row>
  insertMany(rows: readonly Row[]): Promise<void>
  /** Changes every match and returns how many there were; one statement, so it can serve as a compare-and-set. */
  update(where: Where<Row>, patch: Partial<Omit<Row, 'id'>>): Promise<number>
  delete(where: Where<Row>): Promise<number>
}

export type Collections = { readonly [name in keyof Records]: Collection<Records[name]> }

/** A `list` of one collection. */
export type Read = { [name in keyof Records]: { name: name; where: Where<Records[name]> } }[keyof Records]

/** `insert` of a row whose unique key is taken. */
export class DuplicateError extends Error {
  override readonly name = 'DuplicateError'
}

export interface Store extends Collections {
  /**
   * Runs `work` atomically; a rejection takes everything back. Inside, only the collections handed to `work` may be
   * used: the store itself would wait for the end of the transaction. Nothing slow (hash, mail, network) belongs inside.
   */
  transaction<Result>(work: (store: Collections) => Promise<Result>): Promise<Result>
  /**
   * Counts one try in `attempts`, atomically. The first one, and the first at or after the end of a window, opens a window
   * until `windowEndsAt`; the result is how many tries there were in the window that is open now, and its end.
   */
  countAttempt(attempt: { id: string; now: number; windowEndsAt: number }): Promise<AttemptRecord>
  /**
   * Several lists by one statement, in their order; in a request they are remembered. Absent where it would save nothing.
   *
   * @example await store.readTogether?.([{ name: 'users', where: { id } }, { name: 'members', where: { userId: id } }])
   */
  readTogether?(reads: readonly Read[]): Promise<{ id: string }[][]>
  /** Refreshes the planner's statistics after many rows were added; databases also do it by themselves, later. */
  optimize?(): Promise<void>
  /** Connections of this process to the database; absent where there is one at most. */
  connections?(): { open: number; idle: number; waiting: number }
  /** Runs SQL on the database behind the store, for engines that keep tables of their own there. */
  executeSql?(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  close(): Promise<void>
}
