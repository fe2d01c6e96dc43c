import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

export type Database = PgDatabase<PgQueryResultHKT>

/** Runs one operation on the database, or inside the transaction that the collection belongs to. */
export type Run = <Result>(operation: (database: Database) => Promise<Result>) => Promise<Result>
