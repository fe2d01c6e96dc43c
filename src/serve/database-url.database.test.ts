import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { openPostgresStore } from '../backend/adapters/postgres/postgres-store.ts'
import { startPostgres, type TemporaryPostgres } from '../testing/postgres.ts'
import { readDatabaseUrl } from './setting-urls.ts'

const read = (text: string) => readDatabaseUrl('DATABASE_URL', text)

describe('The URL of a database', () => {
  let server: TemporaryPostgres
  let folder = ''
  before(async () => {
    server = await startPostgres()
    const client = new Client({ connectionString: server.url })
    await client.connect()
    folder = (await client.query('show unix_socket_directories')).rows[0].unix_socket_directories.split(',')[0]
    await client.end()
  })
  after(() => server?.stop())

  it('can name a socket in every form that psql takes', async (test) => {
    if (!server.takeDown) return test.diagnostic('not on the server of DATABASE_URL: it may be on another machine')
    const { port, pathname } = new URL(server.url)
    const place = `host=${folder}&port=${port}`
    for (const url of [
      `postgres://postgres@${pathname}?${place}`,
      `postgresql://postgres@${pathname}?${place}`,
      `postgres://${pathname}?${place}&user=postgres`,
      `postgres://postgres@${encodeURIComponent(folder)}:${port}${pathname}`,
    ]) {
      const store = await openPostgresStore(read(url) ?? '')
      assert.equal(await store.tenants.count({}), 0, url)
      await store.close()
    }
  })

  it('whose password has characters of a URL is refused with the way to write them, and without the password', () => {
    for (const password of ['se#cret', 'se/cret', 'se?cret', 'se:x/cret'])
      assert.throws(
        () => read(`postgres://app:${password}@db.example.com/app`),
        (error) =>
          error instanceof Error &&
          /^DATABASE_URL can't be read\. .*%40 for @/.test(error.message) &&
          !/cret/.test(error.message),
      )
    for (const wrong of ['mysql://localhost', 'postgres:/db', 'socket:/run?db=app', 'db.example.com'])
      assert.throws(() => read(wrong), /^SettingError: DATABASE_URL must be a URL that starts with postgres:\/\//)
    assert.equal(read('postgres://app:se%23cret@db.example.com/app'), 'postgres://app:se%23cret@db.example.com/app')
  })
})
