import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { auditLog } from '../contract/audits.ts'
import { portal } from '../contract/portal.ts'
import { session } from '../contract/session.ts'
import { scriptArguments } from '../testing/child-script.ts'
import { temporaryData } from '../testing/pglite.ts'
import { freePorts } from '../testing/ports.ts'
import { postgresMissing, startPostgres, type TemporaryPostgres } from '../testing/postgres.ts'
import { until } from '../testing/until.ts'
import { startMailServer } from './serve.test-kit.ts'
import { type Browser, createBrowser, type Served, startProductionServer } from './served.test-kit.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const run = promisify(execFile)

const GUIDE = 'demo-host/docs/guides/operations.md'

/** Returns the line of the guide's section on backups that begins with a program, without its comment. */
const commandOf = (program: string): string => {
  const [, section = ''] = readFileSync(join(ROOT, GUIDE), 'utf8').split('## Backup and restore')
  const [, line = ''] = new RegExp(`^(${program} .*?)(?: +#.*)?$`, 'm').exec(section.split('\n#')[0] ?? '') ?? []
  assert.ok(line, `${GUIDE} names no ${program}`)
  return line
}

/** Runs a command of the guide as a reader does. */
const follow = (program: string, folder: string, env: Record<string, string>) =>
  run('sh', ['-c', commandOf(program)], { cwd: folder, env: { PATH: process.env.PATH, ...env } })

const exported = async (browser: Browser): Promise<string> => {
  let text = ''
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const path = `${auditLog.exportAuditPart.path}?sortDirection=asc`
    const { status, body } = await browser.call('POST', path, { format: 'jsonl', ...(cursor && { cursor }) })
    assert.equal(status, 200, JSON.stringify(body))
    text += body.text
    cursor = body.cursor
  }
  return text
}

/** Signs the copy's user in, and verifies the copy's audit log with the keys that the server published earlier. */
const assertRestored = async (
  served: Served,
  email: string,
  { folder, keySet }: { folder: string; keySet: string },
): Promise<number> => {
  const browser = createBrowser(served.url)
  const signedIn = await browser.signIn(email)
  assert.equal(signedIn.status, 200, signedIn.text)
  assert.equal((await browser.send(session.getMe)).body.email, email)
  writeFileSync(join(folder, 'keys.json'), keySet)
  writeFileSync(join(folder, 'audits.jsonl'), await exported(browser))
  const command = scriptArguments('src/cli/main.ts', 'verify-audits', join(folder, 'audits.jsonl'))
  const { stdout } = await run(process.execPath, [...command, '--keys', join(folder, 'keys.json')], { cwd: ROOT })
  assert.match(stdout, /exactly as it was written/)
  return Number(/^(\d+) rows/.exec(stdout)?.[1])
}

const keySetOf = async ({ url }: Served) => (await fetch(url + portal.getJwks.path)).text()

const stop = async ({ process: { child, ended } }: Served) => {
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
}

describe('A backup', () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let folder = ''
  before(async () => {
    mail = await startMailServer()
    folder = mkdtempSync(join(tmpdir(), 'fe-backup-'))
  })
  after(() => {
    mail.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('of PostgreSQL while users write is restored into a new database, with its users and audit log', {
    skip: postgresMissing(),
  }, async (t) => {
    const postgres: TemporaryPostgres = await startPostgres()
    t.after(() => postgres.stop())
    const api = { API_URL: 'https://id.example.com', SMTP_URL: mail.url }
    const served = await startProductionServer({ DATABASE_URL: postgres.url, ...api })
    t.after(() => served.process.child.kill('SIGKILL'))
    const browser = createBrowser(served.url)
    await browser.signUp('grace@example.com', mail)
    const keySet = await keySetOf(served)

    let writes = 0
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const { status, text } = await browser.send(session.updateProfile, { name: `Grace ${writes}` })
        assert.equal(status, 200, text)
        writes += 1
      }
    }
    const load = Promise.all([write(), write(), write()])
    await until(async () => writes > 20)
    const atStart = writes
    await follow('pg_dump', folder, { DATABASE_URL: postgres.url })
    const atEnd = writes
    await until(async () => writes > atEnd)
    isOver = true
    await load
    assert.ok(atEnd > atStart)

    const restored = await postgres.createDatabase('restored')
    await follow('pg_restore', folder, { RESTORED_URL: restored })
    const copy = await startProductionServer({ DATABASE_URL: restored, ...api })
    t.after(() => copy.process.child.kill('SIGKILL'))
    const rows = await assertRestored(copy, 'grace@example.com', { folder, keySet })
    assert.ok(rows > atStart, `${rows} rows, ${atStart} writes before the dump`)
    await stop(copy)
    await stop(served)
  })

  it('of the embedded database is a copy of the folder of a stopped server', async (t) => {
    const data = await temporaryData()
    t.after(() => rmSync(data, { recursive: true, force: true }))
    const env = { SMTP_URL: mail.url, PORT: String(await freePorts(1)) }
    const served = await startProductionServer({ DATA_DIR: data, ...env })
    t.after(() => served.process.child.kill('SIGKILL'))
    await createBrowser(served.url).signUp('alan@example.com', mail)
    const keySet = await keySetOf(served)
    await stop(served)

    await follow('cp', folder, { DATA_DIR: data })
    rmSync(data, { recursive: true, force: true })
    const copy = await startProductionServer({ DATA_DIR: join(folder, 'front-entry.backup'), ...env })
    t.after(() => copy.process.child.kill('SIGKILL'))
    assert.ok((await assertRestored(copy, 'alan@example.com', { folder, keySet })) > 0)
    await stop(copy)
  })
})
