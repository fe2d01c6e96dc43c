import type { PGlite } from '@electric-sql/pglite'

/** Interval of the embedded database's maintenance. */
const ROUND_MS = 15_000

/** Crash recovery replays everything since the last checkpoint; this much takes about a second. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024

/** PostgreSQL's own autovacuum defaults: 50 rows and a tenth of the table for statistics, a fifth for dead rows. */
const STALE_TABLES = `
  select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
  where n_mod_since_analyze > 50 + 0.1 * n_live_tup or n_dead_tup > 50 + 0.2 * n_live_tup`

/**
 * Maintains an embedded PostgreSQL, which has neither checkpointer nor autovacuum: otherwise its log, its dead rows and
 * its error about sizes would grow until the next start. `end` waits for a round in progress.
 */
export const startUpkeep = (database: PGlite, warn: (message: string) => void, roundMs: number = ROUND_MS) => {
  let running: Promise<void> = Promise.resolve()
  let ended = false

  const checkpointWhenDue = async () => {
    const { rows } = await database.query<{ written: string }>(
      'select pg_current_wal_insert_lsn() - redo_lsn as written from pg_control_checkpoint()',
    )
    if (Number(rows[0]?.written) >= CHECKPOINT_AFTER_BYTES) await database.exec('checkpoint')
  }

  const tidyTables = async () => {
    // A session reports its counts at the latest when it is idle, which this one may never be.
    await database.query('select pg_stat_force_next_flush()')
    const { rows } = await database.query<{ name: string }>(STALE_TABLES)
    for (const { name } of rows) {
      if (ended) return
      // Names are from the catalog, quoted; VACUUM accepts no parameters.
      await database.exec(`vacuum analyze ${name}`)
    }
  }

  const round = async () => {
    try {
      await tidyTables()
      await checkpointWhenDue()
    } catch (error) {
      if (!ended) warn(`Upkeep of the embedded database failed: ${String(error)}`)
    }
  }

  const timer = setInterval(() => {
    running = running.then(() => (ended ? undefined : round()))
  }, roundMs)
  // The timer must not keep an otherwise idle process alive.
  timer.unref()

  const end = async () => {
    ended = true
    clearInterval(timer)
    await running
  }

  return { round, end }
}
