import { createHash } from 'node:crypto'
import type { Query, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Shape } from './shapes.ts'
import type { Database } from './tables.ts'

/** A statement; the same text always has the same name. */
interface NamedQuery extends Query {
  /** Absent if the text was built for this call alone. */
  name?: string
}

const dialect = new PgDialect()

/** Lists of different lengths have different texts, so their number has a limit. */
const MAX_TEXTS = 1_000

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at])

const texts = new Map<string, { sql: string; name: string }>()

/** Depends on the text alone, so that no process ever runs another statement than its own by a name. */
const nameOf = (sql: string): string => `fe_${createHash('sha256').update(sql).digest('base64url')}`

/**
 * Returns a statement. Its text is built once for each shape, because drizzle takes longer to build it than the driver
 * takes to send it. A shape whose values aren't those of the text is never used.
 *
 * @param shape `undefined` if the text has to be built each time
 */
export const queryOf = (shape: Shape | undefined, build: () => SQL): NamedQuery => {
  if (!shape) return dialect.sqlToQuery(build())
  const known = texts.get(shape.key)
  if (known) return { ...known, params: [...shape.values] }
  const query = dialect.sqlToQuery(build())
  if (texts.size < MAX_TEXTS && isSame(query.params, shape.values))
    texts.set(shape.key, { sql: query.sql, name: nameOf(query.sql) })
  return query
}

/** Runs a statement and returns the cells of each row, as the driver reads them. */
export type RunQuery = (database: Database, query: NamedQuery) => Promise<unknown[][]>

/** @param arePrepared whether the server keeps named statements, which it then parses and plans only once a connection */
export const createRunQuery =
  (arePrepared: boolean): RunQuery =>
  (database, { name, ...query }) => {
    const { session } = database._
    const prepared = session.prepareQuery(query, undefined, arePrepared ? name : undefined, true, (rows) => rows)
    return prepared.execute() as Promise<unknown[][]>
  }
