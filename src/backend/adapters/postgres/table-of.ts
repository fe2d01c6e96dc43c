import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Records } from '../../store/records.ts'
import { schemaOf } from '../../store/schema.ts'
import { type Columns, columnOf, foldedName } from './conditions.ts'
import { TABLES } from './tables.ts'

/** A collection's table; `shown` are the columns of its records, without the folded ones. */
export interface TableOf {
  table: PgTable
  columns: Columns
  id: PgColumn
  hidden: ReadonlySet<string>
  shown: Record<string, PgColumn>
  /** Names of the shown columns, in the order in which they are read. */
  fields: readonly string[]
  /** Converts the cells of the shown columns to a row. */
  rowOf(cells: readonly unknown[]): Record<string, unknown>
}

const read = (name: keyof Records): TableOf => {
  const table: PgTable = TABLES[name]
  const columns: Columns = getTableColumns(table)
  const hidden = new Set<string>(schemaOf(name).folded.map(foldedName))
  const entries = Object.entries(columns).filter(([field]) => !hidden.has(field))
  const rowOf = (cells: readonly unknown[]) => {
    const row: Record<string, unknown> = {}
    for (const [at, [field, column]] of entries.entries()) {
      const cell = cells[at]
      row[field] = cell === null ? null : column.mapFromDriverValue(cell)
    }
    return row
  }
  const fields = entries.map(([field]) => field)
  return { table, columns, id: columnOf(columns, 'id'), hidden, shown: Object.fromEntries(entries), fields, rowOf }
}

const known = new Map<keyof Records, TableOf>()

/** Returns the description of a collection's table, which is made once. */
export const tableOf = (name: keyof Records): TableOf => {
  const found = known.get(name) ?? read(name)
  known.set(name, found)
  return found
}
