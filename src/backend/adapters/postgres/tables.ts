import type { PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core'
import type { Records } from '../../store/records.ts'
import * as accounts from './tables/accounts.ts'
import * as audits from './tables/audits.ts'
import * as billing from './tables/billing.ts'
import * as channels from './tables/channels.ts'
import * as directory from './tables/directory.ts'
import * as events from './tables/events.ts'
import * as federation from './tables/federation.ts'
import * as signIn from './tables/sign-in.ts'
import * as team from './tables/team.ts'
import * as upkeep from './tables/upkeep.ts'

/** The table of each collection; every export of a file of tables is one. */
export const TABLES = {
  ...accounts,
  ...audits,
  ...billing,
  ...channels,
  ...directory,
  ...events,
  ...federation,
  ...signIn,
  ...team,
  ...upkeep,
} satisfies Readonly<Record<keyof Records, PgTable>>

export type Database = PgDatabase<PgQueryResultHKT>

/** Runs one operation on the database, or inside the transaction that the collection belongs to. */
export type Run = <Result>(operation: (database: Database) => Promise<Result>) => Promise<Result>
