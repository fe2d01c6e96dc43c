import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { scriptArguments } from '../../src/testing/child-script.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const PATIENCE_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'front-entry-start-'))
const file = join(folder, 'file')
writeFileSync(file, '')

/** Uses the first port, so that a start that begins to listen would fail with another message. */
let taken: Server
let port = 0
before(async () => {
  taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  port = typeof address === 'object' && address ? Math.min(address.port, 65_000) : 0
})
after(() => {
  taken.close()
  rmSync(folder, { recursive: true })
})

const start = (env: Record<string, string>) =>
  spawnSync(process.execPath, scriptArguments(MAIN), {
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: String(port), ...env },
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  })

const PRODUCTION = {
  DATABASE_URL: 'postgres://front:secret-word@127.0.0.1:1/front',
  SEALING_KEY: Buffer.alloc(32, 1).toString('base64'),
  SMTP_URL: 'smtps://mail.example.com',
}

const FAULTS: readonly [title: string, env: () => Record<string, string>, message: RegExp][] = [
  [
    'the demo with a database of production',
    () => PRODUCTION,
    /^DATABASE_URL: this is the demo, which is not safe.*`npm run serve`.*\n$/,
  ],
  [
    'the demo in production',
    () => ({ ...PRODUCTION, DEMO: 'on', NODE_ENV: 'production' }),
    /^NODE_ENV=production: this is the demo, which is not safe.*`npm run serve`.*\n$/,
  ],
  [
    'a data folder below a file',
    () => ({ DATA_DIR: join(file, 'data') }),
    /^DATA_DIR: the folder \S+ can't be used: ENOTDIR.*\n$/,
  ],
  [
    'a database that does not run',
    () => ({ DEMO: 'on', DATABASE_URL: 'postgres://front:secret-word@127.0.0.1:1/front' }),
    /^DATABASE_URL: the database can't be opened: connect ECONNREFUSED 127\.0\.0\.1:1\.\n$/,
  ],
]

for (const [title, env, message] of FAULTS)
  test(`${title} ends the start with one line that names the setting`, () => {
    const { status, stdout, stderr } = start(env())
    assert.equal(status, 1)
    assert.match(stderr, message)
    assert.equal(stdout, '')
  })
