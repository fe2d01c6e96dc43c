import { bigint, boolean, customType, type ExtraConfigColumn, index, unique } from 'drizzle-orm/pg-core'
import type { Records } from '../../store/records.ts'
import { schemaOf } from '../../store/schema.ts'
import { foldedName, sortName } from './conditions.ts'

/** Compared by code point regardless of the database's collation (`store/match.ts`). */
const codePointText = customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' })

export const key = () => codePointText().primaryKey()
export const words = () => codePointText().notNull()
/** @param name of the column, if it isn't the field's */
export const optionalWords = (name = '') => codePointText(name)
export const flag = () => boolean().notNull()
export const time = () => bigint({ mode: 'number' }).notNull()
export const optionalTime = () => bigint({ mode: 'number' })
export const dates = () => ({ createdAt: time(), updatedAt: time() })

type Columns = Readonly<Record<string, ExtraConfigColumn>>
type Some = [ExtraConfigColumn, ...ExtraConfigColumn[]]

const pick = (columns: Columns, fields: readonly string[]) =>
  fields.map((field) => {
    const column = columns[field]
    if (!column) throw new TypeError(`schema.ts names a field ${field} that has no column`)
    return column
  }) as Some

/**
 * Sorts absent values first. A column that is never null keeps the default order, the only one that the planner
 * matches.
 */
const ascending = (column: ExtraConfigColumn) =>
  column.notNull ? column : (column.asc().nullsFirst() as ExtraConfigColumn)

const sortIndex = (name: keyof Records, fields: readonly string[], columns: Columns) => {
  const last = sortName(name, fields.at(-1) ?? 'id')
  const [sorted] = pick(columns, [last])
  const on = [...pick(columns, fields.slice(0, -1)), ascending(sorted), ...pick(columns, ['id'])] as Some
  return index(`${name}_${fields.join('_')}_idx`).on(...on)
}

/** Returns the unique keys and indexes of the database that `schema.ts` declares for a collection. */
export const keysAndIndexes =
  (name: keyof Records) =>
  // drizzle passes the columns under the names of the table's definition.
  (given: object) => {
    const columns = given as Columns
    const { unique: uniques, indexes, folded } = schemaOf(name)
    return [
      ...uniques.map((fields) =>
        unique(`${name}_${fields.join('_')}_key`)
          .on(...pick(columns, fields))
          .nullsNotDistinct(),
      ),
      ...indexes.map((fields) => sortIndex(name, fields, columns)),
      ...folded.map((field) => {
        const [column] = pick(columns, [foldedName(field)])
        return index(`${name}_${field}_search_idx`).using('gin', column.op('gin_trgm_ops') as ExtraConfigColumn)
      }),
    ]
  }
