import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { MIGRATIONS_FOLDER } from '../backend/adapters/postgres/migrations.ts'

/**
 * The rows of a demo database that commit 9e31ad1f created, without table definitions, the bulk users and the audit log
 * of the largest account.
 */
const ROWS = new URL('./first-baseline.sql.gz', import.meta.url)
const LAST_MIGRATION = '0034_awaited_mails.sql'

const TABLES = `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`

type Execute = (text: string) => Promise<{ rows: unknown[] }>

/** Creates the tables with the migrations that existed at that commit, and inserts the rows. */
export const restoreFirstBaseline = async (execute: Execute): Promise<void> => {
  const files = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql') && name <= LAST_MIGRATION)
  for (const file of files.sort()) await execute(readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8'))
  // The migrations insert built-in rows, which the dump also contains.
  const names = ((await execute(TABLES)).rows as { name: string }[]).map(({ name }) => name)
  await execute(`truncate ${names.join(', ')}`)
  await execute('create schema drizzle')
  await execute('create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint)')
  await execute(gunzipSync(readFileSync(ROWS)).toString())
}
