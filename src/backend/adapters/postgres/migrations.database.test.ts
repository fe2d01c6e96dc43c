import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { getTableColumns } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Records } from '../../store/records.ts'
import { STORE_SCHEMA, schemaOf } from '../../store/schema.ts'
import { foldedName } from './conditions.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import { TABLES } from './tables.ts'

/** The fields of every record; a missing or additional field is a type error. */
type Rows = { [name in keyof Records]: Omit<(typeof TABLES)[name]['$inferSelect'], `${string}Folded`> }
type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false
type KeysMatch = { [name in keyof Records]: Same<keyof Rows[name], keyof Records[name]> }
const KEYS_MATCH: { [name in keyof Records]: true } = {} as KeysMatch

describe('The tables', () => {
  it('match the result of the committed migrations', async () => {
    const snapshots = readdirSync(join(MIGRATIONS_FOLDER, 'meta')).filter((name) => name.endsWith('_snapshot.json'))
    const latest = JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta', snapshots.sort().at(-1) ?? ''), 'utf8'))
    const changes = await generateMigration(latest, generateDrizzleJson({ ...TABLES }))
    assert.deepEqual(changes, [], 'run drizzle-kit generate (drizzle.config.ts)')
  })

  it('hold exactly the unique keys, folded columns and indexes that the schema declares', () => {
    assert.ok(KEYS_MATCH)
    for (const name of Object.keys(STORE_SCHEMA) as (keyof Records)[]) {
      const { unique, indexes, folded } = schemaOf(name)
      const config = getTableConfig(TABLES[name])
      const uniques = config.uniqueConstraints.map((key) => key.columns.map((column) => column.name))
      assert.deepEqual(uniques, unique, name)
      assert.ok(config.uniqueConstraints.every((key) => key.nullsNotDistinct))
      // A partial index serves one query; the schema declares those that every store has.
      const whole = config.indexes.filter(({ config: { where } }) => !where)
      assert.equal(whole.length, indexes.length + folded.length, name)
      const hidden = Object.keys(getTableColumns(TABLES[name])).filter((column) => column.endsWith('Folded'))
      assert.deepEqual(hidden.sort(), folded.map(foldedName).sort(), name)
    }
  })
})
