import { createHash } from 'node:crypto'
import { is, type Query, type SQL } from 'drizzle-orm'
import { PgDialect, PgTransaction } from 'drizzle-orm/pg-core'
import { DatabaseAwayError, hasCode } from './outage.ts'
import type { Shape } from './shapes.ts'
import type { Database } from './tables.ts'

/** A statement; the same text always has the same name. */
interface NamedQuery extends Query {
  /** Absent if it isn't prepared. */
  name?: string
}

interface Text {
  sql: string
  uses: number
  name?: string
}

const dialect = new PgDialect()

/** Lists of different lengths have different texts, so their number has a limit. */
const MAX_TEXTS = 1_000

/** PostgreSQL keeps 80 to 125 bytes per connection for each character of a prepared text, so this is less than 10 MB. */
const MAX_NAMED_CHARACTERS = 70_000

/** Texts that are used often get the names, and PostgreSQL plans as many uses of each one for their own values anyway. */
const USES_BEFORE_NAME = 5

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at])

const texts = new Map<string, Text>()

/** Names are kept by text, because different shapes may have the same one. */
const names = new Map<string, string>()
let namedCharacters = 0

/**
 * Returns the name of a text, or `undefined` if too many have one. It depends on the text alone, so that no process ever
 * runs another statement than its own by a name.
 */
const nameOf = (sql: string): string | undefined => {
  const known = names.get(sql)
  if (known || namedCharacters + sql.length > MAX_NAMED_CHARACTERS) return known
  const name = `fe_${createHash('sha256').update(sql).digest('base64url')}`
  names.set(sql, name)
  namedCharacters += sql.length
  return name
}

/**
 * Returns a statement. Its text is built once for each shape, because drizzle takes longer to build it than the driver
 * takes to send it. A shape whose values aren't those of the text is never used. Only look-ups get names: for others,
 * the plan that PostgreSQL keeps for all values may be the worst one for some of them.
 *
 * @param shape `undefined` if the text has to be built each time
 */
export const queryOf = (shape: Shape | undefined, build: () => SQL): NamedQuery => {
  if (!shape) return dialect.sqlToQuery(build())
  const known = texts.get(shape.key)
  if (known) {
    known.uses += 1
    if (shape.isLookUp && known.uses === USES_BEFORE_NAME) Object.assign(known, { name: nameOf(known.sql) })
    const { sql, name } = known
    return { sql, params: [...shape.values], ...(name && { name }) }
  }
  const query = dialect.sqlToQuery(build())
  if (texts.size < MAX_TEXTS && isSame(query.params, shape.values)) texts.set(shape.key, { sql: query.sql, uses: 1 })
  return query
}

/** Runs a statement and returns the cells of each row, as the driver reads them. */
export type RunQuery = (database: Database, query: NamedQuery) => Promise<unknown[][]>

/**
 * SQLSTATEs of statements that failed, before they did anything, because of their name: feature_not_supported (the
 * types of the columns changed), invalid_sql_statement_name and duplicate_prepared_statement (something between mixed
 * the connections of its clients up, or removed their statements).
 */
const NAME_FAILURES = new Set(['0A000', '26000', '42P05'])

/**
 * From the first failure of a name on, statements are no longer prepared, because a connection that failed once by a
 * name always fails. A statement inside a transaction can't run again: the failure has aborted the transaction.
 *
 * @param arePrepared whether the server keeps named statements, which it then parses only once a connection
 */
export const createRunQuery = (arePrepared: boolean): RunQuery => {
  let areNamed = arePrepared
  return async (database, { name, ...query }) => {
    const run = (as?: string) =>
      database._.session.prepareQuery(query, undefined, as, true, (rows) => rows).execute() as Promise<unknown[][]>
    if (!name || !areNamed) return run()
    try {
      return await run(name)
    } catch (error) {
      if (!hasCode(error, NAME_FAILURES)) throw error
      areNamed = false
      if (is(database, PgTransaction)) throw new DatabaseAwayError('A prepared statement was lost', { cause: error })
      return run()
    }
  }
}
