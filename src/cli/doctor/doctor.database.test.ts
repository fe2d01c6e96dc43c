import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { startMessageReceiver } from '../../backend/adapters/message-receiver.test-kit.ts'
import { openPostgresStore } from '../../backend/adapters/postgres/postgres-store.ts'
import { startMailServer, startServe, untilReady } from '../../serve/serve.test-kit.ts'
import { ENV } from '../../serve/served.test-kit.ts'
import { scriptArguments } from '../../testing/child-script.ts'
import { pgbouncerMissing, startPooler } from '../../testing/pgbouncer.ts'
import { freePorts } from '../../testing/ports.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const PASSWORD = 'canary-5f1c'
const LOCAL = { ...ENV, API_URL: 'http://localhost:3000', APP_URL: 'http://localhost:3001' }

const run = promisify(execFile)

interface Report {
  code: number
  text: string
}

/** Runs `npm run doctor`, without npm in between; its port is free unless `env` sets one. */
const runDoctor = async (env: Record<string, string>): Promise<Report> => {
  const all = { PATH: process.env.PATH, ...LOCAL, PORT: String(await freePorts(1)), CONFIG_FILE: '', ...env }
  try {
    const { stdout } = await run(process.execPath, scriptArguments(MAIN, 'doctor'), { env: all })
    return { code: 0, text: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, text: stdout + stderr }
  }
}

const closedPort = async (): Promise<number> => Number(await freePorts(1))

/** Enables codes by text message as a second factor, as the vendor's settings do. */
const turnSmsOn = async (databaseUrl: string) => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const value = JSON.stringify({ strategies: [{ strategy: 'SMS', isActive: true }] })
  await client.query(
    `insert into policies (id, "tenantId", kind, value, "createdAt", "updatedAt") values ('sms', null, 'mfa-strategies', $1, 0, 0)`,
    [value],
  )
  await client.end()
}

/** Starts a CDN that has every file. */
const startCdn = async () => {
  const server = createServer((_request, response) => response.end('ok'))
  server.listen(0)
  await once(server, 'listening')
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

describe('front-entry doctor', { concurrency: true }, () => {
  it('names a missing setting and a misspelled variable, and checks nothing else', async () => {
    const { code, text } = await runDoctor({ SEALING_KEY: '', SEALIN_KEY: PASSWORD })
    assert.equal(code, 1)
    assert.match(text, /^fault +settings +SEALING_KEY is missing/m)
    assert.match(text, /^warning +settings .*SEALIN_KEY/m)
    assert.doesNotMatch(text, /^\w+ +database|canary/m)
  })

  it('names each service that is unavailable, and how to fix it', async () => {
    const [database, smtp, cdn] = [await closedPort(), await closedPort(), await closedPort()]
    const { code, text } = await runDoctor({
      API_URL: 'https://id.front-entry.invalid',
      DATABASE_URL: `postgres://olga:${PASSWORD}@127.0.0.1:${database}/app`,
      SMTP_URL: `smtp://olga:${PASSWORD}@127.0.0.1:${smtp}?from=no-reply@example.com`,
      CDN_URL: `http://localhost:${cdn}`,
    })
    assert.equal(code, 1)
    assert.match(text, /^fault +database +DATABASE_URL: .*ECONNREFUSED.*Start it/m)
    assert.match(text, /^fault +mail +127\.0\.0\.1:\d+ can't be used: it refused the connection/m)
    assert.match(text, /^fault +DNS +API_URL: id\.front-entry\.invalid has no IP address/m)
    assert.match(text, /^fault +CDN +CDN_URL: .* can't be reached/m)
    assert.match(text, /^ok +server +No server runs at/m)
    assert.doesNotMatch(text, /canary|APP_URL/)
  })

  it('names a folder in which the embedded database can’t be created', async () => {
    const { text } = await runDoctor({ DATA_DIR: `${MAIN}/data/front-entry` })
    assert.match(text, /^fault +database +DATA_DIR: \S+main\.ts can't be written\. Change its owner\.$/m)
    const usable = await runDoctor({ DATA_DIR: '/tmp/front-entry-absent/data' })
    assert.match(usable.text, /^ok +database +The first start creates the embedded database in \S+absent\/data\.$/m)
  })

  it('checks gateways of messages by requests that send none, and prints none of their secrets', async () => {
    const gateway = await startMessageReceiver()
    const away = await closedPort()
    const env = {
      SMTP_URL: '',
      MAIL_URL: `${gateway.url}/mail?key=${PASSWORD}`,
      MAIL_SECRET: PASSWORD,
      MAIL_FROM: 'no-reply@quokka.test',
      SMS_URL: `http://127.0.0.1:${away}/sms?key=${PASSWORD}`,
      SMS_SECRET: PASSWORD,
    }
    try {
      const { code, text } = await runDoctor({ ...env, DATA_DIR: '/tmp' })
      assert.equal(code, 1)
      assert.match(text, /^ok +mail +MAIL_URL: 127\.0\.0\.1:\d+ can be reached\.$/m)
      assert.match(text, /^fault +SMS +SMS_URL: 127\.0\.0\.1:\d+ can't be reached\. Start it, or correct the URL\.$/m)
      assert.doesNotMatch(text, /canary/)
      assert.deepEqual(
        gateway.received.map(({ method }) => method),
        ['GET'],
      )
    } finally {
      gateway.close()
    }
  })

  it('queries the service of breached passwords for a range, and reads the list that comes with the server', async () => {
    const service = await startMessageReceiver()
    try {
      service.script({ status: 200, body: `${'A'.repeat(35)}:3` })
      const ok = await runDoctor({ BREACHED_PASSWORDS_URL: `${service.url}/range`, DATA_DIR: '/tmp' })
      assert.match(ok.text, /^ok +passwords +The list of breached passwords can be read\.$/m)
      assert.match(ok.text, /^ok +passwords +BREACHED_PASSWORDS_URL: 127\.0\.0\.1:\d+ lists breached passwords\.$/m)
      assert.deepEqual(
        service.received.map(({ method, path }) => [method, path]),
        [['GET', '/range/00000']],
      )
      service.script(404)
      const wrong = await runDoctor({ BREACHED_PASSWORDS_URL: service.url, DATA_DIR: '/tmp' })
      assert.equal(wrong.code, 1)
      assert.match(wrong.text, /^fault +passwords +BREACHED_PASSWORDS_URL: 127\.0\.0\.1:\d+ gives no list: HTTP 404\./m)
    } finally {
      service.close()
    }
  })

  it('reports no problem where everything runs, and reports a wrong sealing key', {
    skip: postgresMissing(),
  }, async () => {
    const postgres = await startPostgres()
    const mail = await startMailServer()
    const cdn = await startCdn()
    const port = String(await freePorts(1))
    const env = { ...LOCAL, DATABASE_URL: postgres.url, SMTP_URL: mail.url, CDN_URL: cdn.url, PORT: port }
    try {
      const empty = await runDoctor(env)
      assert.match(empty.text, /^ok +migrations +The database is empty/m)
      const server = startServe(env)
      await untilReady(server)
      try {
        const { code, text } = await runDoctor(env)
        assert.equal(code, 0, text)
        assert.match(text, /^ok +settings/m)
        assert.match(text, /^ok +database +PostgreSQL \d+ can be reached/m)
        assert.match(text, /^ok +migrations +All are applied/m)
        assert.match(text, /^ok +keys +SEALING_KEY opens them/m)
        assert.match(text, /^ok +clock/m)
        assert.match(text, /^ok +mail/m)
        assert.match(text, /^ok +server +The server at .* is ready/m)
        assert.match(text, /^ok +CDN +http:\/\/localhost:\d+ has release/m)
        assert.doesNotMatch(text, /^(warning|fault)/m)
      } finally {
        server.child.kill('SIGTERM')
        await server.ended
      }
      await turnSmsOn(postgres.url)
      const silent = await runDoctor(env)
      assert.equal(silent.code, 1)
      assert.match(silent.text, /^fault +SMS +SMS_URL or TWILIO_ACCOUNT_SID is missing: mfaStrategies of the vendor/m)
      const again = startServe(env)
      await untilReady(again)
      again.child.kill('SIGTERM')
      await again.ended
      assert.match(again.output(), /SMS_URL or TWILIO_ACCOUNT_SID is missing: mfaStrategies of the vendor settings/)
      const other = await runDoctor({ ...env, SEALING_KEY: Buffer.alloc(32, 2).toString('base64') })
      assert.equal(other.code, 1)
      assert.match(other.text, /^fault +keys +SEALING_KEY does not open the keys in this database/m)
    } finally {
      cdn.close()
      mail.close()
      await postgres.stop()
    }
  })

  it('names a role that may not run the migrations, migrations of a newer release, and a server that is too old', {
    skip: postgresMissing(),
  }, async () => {
    const postgres = await startPostgres()
    const owner = new Client({ connectionString: postgres.url })
    await owner.connect()
    const refused = /^fault +migrations +(DATABASE_\w+): its role may not run the migrations\. Make its role the owner/m
    const role = `doctored_${process.pid}`
    const url = new URL(postgres.url)
    const name = url.pathname.slice(1)
    const guest = Object.assign(new URL(url), { username: role, password: 'guest' }).href
    try {
      await owner.query(`create role ${role} login password 'guest'`)
      assert.equal(refused.exec((await runDoctor({ DATABASE_URL: guest })).text)?.[1], 'DATABASE_URL')
      const direct = await runDoctor({ DATABASE_URL: guest, DATABASE_DIRECT_URL: postgres.url })
      assert.doesNotMatch(direct.text, refused)
      const other = await runDoctor({ DATABASE_URL: postgres.url, DATABASE_DIRECT_URL: guest })
      assert.equal(refused.exec(other.text)?.[1], 'DATABASE_DIRECT_URL')
      await owner.query(`grant create on database "${name}" to ${role}; grant create on schema public to ${role}`)
      assert.doesNotMatch((await runDoctor({ DATABASE_URL: guest })).text, refused)

      await (await openPostgresStore(postgres.url)).close()
      const unread =
        /^fault +database +DATABASE_URL: its role lacks a right: permission denied for schema drizzle\. Grant the right to it\.$/m
      assert.match((await runDoctor({ DATABASE_URL: guest })).text, unread)
      await owner.query(`grant usage on schema drizzle to ${role};
        grant select on all tables in schema public, drizzle to ${role}`)
      assert.match((await runDoctor({ DATABASE_URL: guest })).text, /^ok +migrations +All are applied/m)
      await owner.query(`update drizzle.__drizzle_migrations set created_at = 1 + (select max(created_at) from
        drizzle.__drizzle_migrations) where id = 1`)
      assert.match(
        (await runDoctor({ DATABASE_URL: guest })).text,
        /^warning +migrations +A newer release has added some/m,
      )
      // The tables are of another role, which alone can change them.
      await owner.query('delete from drizzle.__drizzle_migrations where id <> 2')
      assert.match((await runDoctor({ DATABASE_URL: guest })).text, refused)

      await owner.query(`create schema older;
        create function older.current_setting(text) returns text language sql as $$
          select case $1 when 'server_version_num' then '140011' else pg_catalog.current_setting($1) end $$`)
      const older = `${postgres.url}?options=${encodeURIComponent('-c search_path=older,pg_catalog,public')}`
      const { text } = await runDoctor({ DATABASE_URL: older })
      assert.match(text, /^fault +database +PostgreSQL 15 or newer is needed, this is 14\. Upgrade it\./m)
    } finally {
      await owner.query(`drop owned by ${role}; drop role ${role}`)
      await owner.end()
      await postgres.stop()
    }
  })

  it('warns of a connection through a pooler where notices of changes need a direct one', {
    skip: postgresMissing() || pgbouncerMissing(),
  }, async () => {
    const postgres = await startPostgres()
    const pooler = await startPooler(postgres.url)
    const pooled = pooler.urlOf(postgres.url)
    try {
      const alone = await runDoctor({ DATABASE_URL: pooled })
      assert.match(alone.text, /^warning +database +DATABASE_URL leads to a pooler, .* Set DATABASE_DIRECT_URL/m)
      const twice = await runDoctor({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled })
      assert.match(twice.text, /^warning +database +DATABASE_DIRECT_URL leads to a pooler/m)
      const direct = await runDoctor({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: postgres.url })
      assert.match(direct.text, /^ok +database +PostgreSQL/m)
      assert.doesNotMatch(direct.text, /pooler/)
      const away = `postgres://127.0.0.1:${await closedPort()}/app`
      const closed = await runDoctor({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: away })
      assert.match(closed.text, /^fault +database +DATABASE_DIRECT_URL: .*ECONNREFUSED/m)
    } finally {
      await pooler.stop()
      await postgres.stop()
    }
  })
})
