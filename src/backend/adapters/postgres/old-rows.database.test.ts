import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { MIGRATIONS_FOLDER } from './migrations.ts'

interface Journal {
  entries: { idx: number; tag: string }[]
}

const journal = JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')) as Journal

const statementsOf = (tag: string): string[] =>
  readFileSync(join(MIGRATIONS_FOLDER, `${tag}.sql`), 'utf8').split('--> statement-breakpoint')

/** Runs the migrations from one index to another, including the last. */
const migrate = async (database: PGlite, from: number, to: number): Promise<void> => {
  const wanted = journal.entries.filter(({ idx }) => idx >= from && idx <= to)
  assert.equal(wanted.length, to - from + 1)
  for (const { tag } of wanted) for (const statement of statementsOf(tag)) await database.exec(statement)
}

/** Inserts a row and fills its other columns with any value of their type. */
const insert = async (database: PGlite, table: string, given: Record<string, unknown>): Promise<void> => {
  const { rows } = await database.query<{ column_name: string; data_type: string; is_nullable: string }>(
    'SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = $1',
    [table],
  )
  const filler: Record<string, unknown> = { text: '', boolean: false }
  const row = Object.fromEntries(
    rows
      .filter(({ column_name, is_nullable }) => column_name in given || is_nullable === 'NO')
      .map(({ column_name, data_type }) => [column_name, given[column_name] ?? filler[data_type] ?? 0]),
  )
  const names = Object.keys(row)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const places = names.map((_, at) => `$${at + 1}`).join(', ')
  await database.query(`INSERT INTO "${table}" (${columns}) VALUES (${places})`, Object.values(row))
}

const INVITED_PHONE = 10
const PICTURE_OWNERS = 12

describe('A database with rows of an older release', () => {
  let database: PGlite
  before(async () => {
    database = await PGlite.create({ extensions: { pg_trgm } })
    await migrate(database, 0, INVITED_PHONE - 1)
  })

  it('shows only what the inviter typed about an invited user, once open invitations are stored separately', async () => {
    const email = { email: 'zoe@acme.test', emailFolded: 'zoe@acme.test' }
    await insert(database, 'users', { id: 'zoe', ...email, verified: true, name: 'Zoe Doe' })
    await insert(database, 'users', { id: 'new', email: 'new@acme.test', emailFolded: 'new@acme.test', name: 'Typed' })
    const known = { name: 'Zoe Doe', nameFolded: 'zoe doe', verified: true, isLocked: true, mfaEnrolled: true }
    const copied = { ...email, ...known, factor: 'totp', provider: 'saml', userId: 'zoe' }
    await insert(database, 'members', { id: 'joined', tenantId: 't1', activated: true, ...copied })
    await insert(database, 'members', { id: 'invited', tenantId: 't2', activated: false, ...copied })
    const typed = { email: 'new@acme.test', emailFolded: 'new@acme.test', name: 'Typed', nameFolded: 'typed' }
    await insert(database, 'members', { id: 'newcomer', tenantId: 't2', activated: false, userId: 'new', ...typed })
    await migrate(database, INVITED_PHONE, INVITED_PHONE)
    const { rows } = await database.query<Record<string, unknown>>(
      'SELECT "id", "name", "nameFolded", "verified", "isLocked", "mfaEnrolled", "factor", "provider", "phone" FROM "members" ORDER BY "id"',
    )
    const hidden = {
      verified: false,
      isLocked: false,
      mfaEnrolled: false,
      factor: null,
      provider: 'local',
      phone: null,
    }
    assert.deepEqual(rows, [
      { id: 'invited', name: 'zoe', nameFolded: 'zoe', ...hidden },
      { id: 'joined', ...known, factor: 'totp', provider: 'saml', phone: null },
      { id: 'newcomer', name: 'Typed', nameFolded: 'typed', ...hidden },
    ])
  })

  it('records for every picture whether a user, an account or a login page owns it', async () => {
    await migrate(database, INVITED_PHONE + 1, PICTURE_OWNERS - 1)
    for (const [id, ownerId] of [
      ['a', 'zoe'],
      ['b', 't1'],
      ['c', 't1 login'],
    ])
      await insert(database, 'pictures', { id, ownerId, type: 'image/png' })
    await migrate(database, PICTURE_OWNERS, PICTURE_OWNERS)
    const { rows } = await database.query('SELECT "id", "ownerId" FROM "pictures" ORDER BY "id"')
    assert.deepEqual(rows, [
      { id: 'a', ownerId: 'user:zoe' },
      { id: 'b', ownerId: 'account:t1' },
      { id: 'c', ownerId: 'login:t1' },
    ])
  })

  it('accepts every later migration', async () => {
    await migrate(database, PICTURE_OWNERS + 1, journal.entries.length - 1)
    await database.close()
  })
})
