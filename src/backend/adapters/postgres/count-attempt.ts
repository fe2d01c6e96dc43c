import { sql } from 'drizzle-orm'
import type { AttemptRecord } from '../../store/records.ts'
import { storable } from '../../store/text.ts'
import type { Database } from './collection.ts'
import { TABLES } from './tables.ts'

interface Window {
  id: string
  now: number
  windowEndsAt: number
}

/** The statement itself locks the row, so no two attempts get the same number. */
export const countAttempt = async (
  database: Database,
  { id: given, now, windowEndsAt }: Window,
): Promise<AttemptRecord> => {
  const table = TABLES.attempts
  const id = storable(given)
  const isOpen = sql`${table.windowEndsAt} > ${now}::bigint`
  const [row] = await database
    .insert(table)
    .values({ id, count: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: table.id,
      set: {
        count: sql`case when ${isOpen} then ${table.count} + 1 else 1 end`,
        windowEndsAt: sql`case when ${isOpen} then ${table.windowEndsAt} else ${windowEndsAt}::bigint end`,
      },
    })
    .returning()
  if (!row) throw new Error('An attempt was not counted')
  return row
}
