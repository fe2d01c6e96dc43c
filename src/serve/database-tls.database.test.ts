import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openPostgresStore } from '../backend/adapters/postgres/postgres-store.ts'
import { type Certificate, certify } from '../testing/certificate.ts'
import { startPostgres, type TemporaryPostgres } from '../testing/postgres.ts'
import { checkDatabase } from './checks/check-database.ts'
import type { ServeSettings } from './settings.ts'

const VERIFIED = 'sslmode=verify-full&sslrootcert='

for (const [what, options, query, reason, fix] of [
  [
    'that no known authority signed',
    {},
    () => 'sslmode=verify-full',
    /self[- ]signed certificate/,
    /Add sslmode=verify-full&sslrootcert=<file/,
  ],
  ['that has ended', { ended: true }, (file: string) => VERIFIED + file, /certificate has expired/, /Renew the certif/],
  [
    'of another host',
    { host: 'db.example.com' },
    (file: string) => VERIFIED + file,
    /does not match certificate's altnames/,
    /Connect to a host that the certificate names/,
  ],
] as const)
  describe(`A PostgreSQL server with a certificate ${what}`, () => {
    let server: TemporaryPostgres | undefined
    let folder = ''
    let certificate: Certificate
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'fe-tls-'))
      const { host = 'localhost', ...more } = options as { host?: string; ended?: boolean }
      certificate = await certify(host, more)
      writeFileSync(join(folder, 'authority.crt'), certificate.cert)
      server = await startPostgres({ tls: certificate })
    })
    after(async () => {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    it('is refused by the start and by doctor, which name the reason and the fix', async (test) => {
      if (!server?.takeDown) return test.diagnostic('not on the server of DATABASE_URL: its certificate is its own')
      const url = Object.assign(new URL(server.url), { hostname: 'localhost' })
      url.search = query(join(folder, 'authority.crt'))
      const refused = await openPostgresStore(url.href).then(
        () => 'opened',
        (error: Error) => `${error.name} ${error.message}`,
      )
      assert.match(refused, /^DatabaseError DATABASE_URL: the database can't be opened: [^\n]+$/)
      const settings = { databaseUrl: url.href, sealingKey: '', sms: undefined }
      const [finding] = await checkDatabase(settings as unknown as ServeSettings)
      assert.equal(finding?.level, 'fault')
      for (const text of [refused, finding?.text ?? '']) {
        assert.match(text, reason)
        assert.match(text, fix)
        assert.doesNotMatch(text, /Start it/)
      }
    })

    it('is opened by a URL that names the certificate of its authority, if it is valid for the host', async (test) => {
      if (!server?.takeDown) return test.diagnostic('not on the server of DATABASE_URL: its certificate is its own')
      const url = Object.assign(new URL(server.url), { hostname: 'localhost' })
      url.search = VERIFIED + join(folder, 'authority.crt')
      const isValid = Object.keys(options).length === 0
      const opening = openPostgresStore(url.href)
      if (!isValid) return assert.rejects(opening, { name: 'DatabaseError' })
      const store = await opening
      const ssl = await store.executeSql?.('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      assert.deepEqual(ssl?.rows, [{ ssl: true }])
      await store.close()
    })
  })
