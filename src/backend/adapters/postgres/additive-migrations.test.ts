import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { MIGRATIONS_FOLDER } from './migrations.ts'

/** The last migration of the baseline that upgrades are tested from (src/serve/baseline.test-kit.ts). */
const BASELINE = '0039_clients_and_connection_settings.sql'

const NAME = '"\\w+"'

/**
 * Statements that don't affect processes of the previous release: these read columns by name and don't write new ones.
 * A unique index or a required column without a default would refuse their rows.
 */
const ADDITIVE = [
  new RegExp(`^CREATE TABLE ${NAME} \\(`),
  new RegExp(`^CREATE INDEX ${NAME} ON `),
  // An index with this suffix only makes reads faster; unique keys are constraints.
  /^DROP INDEX "\w+_idx"$/,
  new RegExp(`^ALTER TABLE ${NAME} ADD COLUMN ${NAME} \\w+( COLLATE "C")?$`),
  new RegExp(`^ALTER TABLE ${NAME} ADD COLUMN ${NAME} [^,]* DEFAULT [^,]+ NOT NULL$`),
  new RegExp(`^CREATE FUNCTION ${NAME}\\(\\) RETURNS trigger `),
  new RegExp(`^CREATE TRIGGER ${NAME} AFTER `),
]

const isAdditive = (statement: string): boolean => ADDITIVE.some((pattern) => pattern.test(statement))

const statementsOf = (file: string): string[] =>
  readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8')
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter(Boolean)

describe('Migrations since the baseline', () => {
  it('remove nothing but indexes, so that processes of the previous release keep working beside the new ones', () => {
    const files = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql') && name > BASELINE)
    assert.ok(files.length > 0)
    for (const file of files)
      for (const statement of statementsOf(file)) assert.ok(isAdditive(statement), `${file}: ${statement}`)
  })

  it('would be refused if they removed something or required more than old processes write', () => {
    for (const statement of [
      'ALTER TABLE "users" DROP COLUMN "name"',
      'ALTER TABLE "users" RENAME COLUMN "name" TO "fullName"',
      'ALTER TABLE "users" ADD COLUMN "region" text NOT NULL',
      'ALTER TABLE "users" ADD COLUMN "region" text UNIQUE',
      'ALTER TABLE "users" ADD COLUMN "region" text, DROP COLUMN "name"',
      'ALTER TABLE "users" ADD COLUMN "region" text CHECK ("region" <> \'\')',
      'ALTER TABLE "users" ALTER COLUMN "name" SET NOT NULL',
      'CREATE UNIQUE INDEX "one_name" ON "users" ("name")',
      'DROP TABLE "users"',
    ])
      assert.ok(!isAdditive(statement), statement)
  })
})
