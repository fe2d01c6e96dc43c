import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openPostgresStore } from '../../backend/adapters/postgres/postgres-store.ts'
import { subTenants } from '../../contract/accounts.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { login } from '../../contract/login.ts'
import { roles } from '../../contract/roles.ts'
import { recordSearch } from '../../contract/search.ts'
import { session } from '../../contract/session.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { team, users } from '../../contract/users.ts'
import { type ServeProcess, startMailServer, startServe, untilReady } from '../../serve/serve.test-kit.ts'
import { scriptArguments } from '../../testing/child-script.ts'
import { temporaryData } from '../../testing/pglite.ts'
import { freePorts } from '../../testing/ports.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const APP = 'https://app.example.com'
const PASSWORD = 'Correct-Horse-9'
const OPERATOR = 'olga@quokka.test'
const FOUNDER = 'fay@founded.test'
const INVITED = 'ian@founded.test'

const run = promisify(execFile)

/** Runs `npm run init`, without npm in between and without a terminal. */
const runInit = (env: Record<string, string>, flags: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, scriptArguments(MAIN, 'init', ...flags), { env: { PATH: process.env.PATH, ...env } })

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'front-entry-init-'))

const linkIn = (text: string): { userId: string; token: string } => {
  const [href = ''] = /https:\/\/app\.example\.com\/account\/activate\S+/.exec(text) ?? []
  const { userId = '', token = '' } = Object.fromEntries(new URL(href).searchParams)
  return { userId, token }
}

const flagsFor = (api: string) => ['--name', 'Quokka', '--url', APP, '--api-url', api, '--email', OPERATOR]

interface Database {
  env: Record<string, string>
  end(): Promise<void>
}

const createClient =
  (api: string) =>
  async (endpoint: AnyEndpoint, given: { token?: string; body?: object } = {}) => {
    const { token, body } = given
    const response = await fetch(api + endpoint.path, {
      method: endpoint.method,
      headers: {
        Origin: APP,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.equal(response.status, 200, `${endpoint.path}: ${text}`)
    return JSON.parse(text)
  }

/** Takes every step of a vendor and their first customer; nothing is changed directly in the database. */
const walk = async ({ env }: Database, folder: string): Promise<void> => {
  const port = await freePorts(1)
  const api = `http://localhost:${port}`
  const config = join(folder, 'settings.json')
  const mail = await startMailServer()
  let served: ServeProcess | undefined
  try {
    const where = { ...env, CONFIG_FILE: config }
    const first = await runInit(where, flagsFor(api))
    const written = readFileSync(config, 'utf8')
    const again = await runInit(where, flagsFor(api))
    assert.equal(readFileSync(config, 'utf8'), written)
    assert.notEqual(linkIn(again.stdout).token, linkIn(first.stdout).token)
    served = startServe({
      ...where,
      PORT: String(port),
      SMTP_URL: mail.url,
      CDN_URL: 'https://cdn.example.com',
      NODE_ENV: 'production',
    })
    await untilReady(served)
    const call = createClient(api)
    const activate = async (text: string) =>
      call(activation.activateAccount, { body: { ...linkIn(text), password: PASSWORD } })
    const signIn = async (email: string): Promise<string> =>
      (await call(login.login, { body: { email, password: PASSWORD } })).accessToken

    await activate(again.stdout)
    const operator = await signIn(OPERATOR)

    await call(signUp.signUp, { body: { email: FOUNDER, companyName: 'Founded', password: PASSWORD } })
    const signedUp = await mail.mailTo(FOUNDER)
    assert.match(signedUp.text, /Activate your Quokka account/)
    await activate(signedUp.text)
    const founder = await signIn(FOUNDER)
    assert.equal((await call(users.listUsersV3, { token: founder })).items.length, 1)
    assert.equal((await call(roles.listRoles, { token: founder })).length, 3)

    await call(team.addUser, { token: founder, body: { provider: 'local', email: INVITED, roleIds: [] } })
    await activate((await mail.mailTo(INVITED)).text)
    const me = await call(session.getMe, { token: await signIn(INVITED) })
    assert.deepEqual(
      me.roles.map(({ key }: { key: string }) => key),
      ['member'],
    )

    const accounts = await call(subTenants.searchSubTenants, { token: operator })
    assert.deepEqual(
      accounts.items.map(({ name }: { name: string }) => name),
      ['Founded'],
    )
    const path = `${recordSearch.find.path}?text=quokka`
    const found = await call({ ...recordSearch.find, path }, { token: founder })
    assert.deepEqual(found.accounts, [])
    served.child.kill('SIGTERM')
    assert.equal(await served.ended, 0)
  } finally {
    served?.child.kill('SIGKILL')
    mail.close()
  }
}

const onPglite = async (folder: string): Promise<Database> => ({
  env: { DATA_DIR: join(folder, 'data') },
  end: async () => undefined,
})

const onPostgres = async (): Promise<Database> => {
  const server = await startPostgres()
  return { env: { DATABASE_URL: server.url }, end: () => server.stop() }
}

describe('From front-entry init to the first customer', () => {
  for (const [title, open, skip] of [
    ['the embedded database', onPglite, false],
    ['PostgreSQL', onPostgres, postgresMissing()],
  ] as const)
    it(`every step works over ${title}, without a step by hand`, { skip }, async () => {
      const folder = newFolder()
      const database = await open(folder)
      try {
        await walk(database, folder)
      } finally {
        await database.end()
        rmSync(folder, { recursive: true, force: true })
      }
    })

  it('the sealing key is in a file that only its user reads, and is kept when settings are overwritten', async () => {
    const folder = newFolder()
    const data = await temporaryData()
    const config = join(folder, 'settings.json')
    const env = { CONFIG_FILE: config, DATA_DIR: data }
    try {
      const { stdout } = await runInit(env, flagsFor('https://id.example.com'))
      const keyFile = join(folder, 'front-entry.sealing-key')
      const key = readFileSync(keyFile, 'utf8')
      assert.equal(Buffer.from(key, 'base64').length, 32)
      assert.equal(statSync(keyFile).mode & 0o777, 0o600)
      assert.ok(!stdout.includes(key.trim()) && !readFileSync(config, 'utf8').includes(key.trim()))
      const before = JSON.parse(readFileSync(config, 'utf8'))
      await runInit(env, ['--force', ...flagsFor('https://other.example.com')])
      const after = JSON.parse(readFileSync(config, 'utf8'))
      assert.deepEqual(after, { ...before, apiUrl: 'https://other.example.com' })
      assert.equal(readFileSync(keyFile, 'utf8'), key)
    } finally {
      rmSync(folder, { recursive: true, force: true })
      rmSync(data, { recursive: true, force: true })
    }
  })

  it('the client ID of the environment, which the server uses, is printed and written', async () => {
    const folder = newFolder()
    const dataDir = await temporaryData()
    const config = join(folder, 'settings.json')
    const clientId = '0a1b2c3d-0000-4000-8000-000000000007'
    try {
      const { stdout } = await runInit(
        { CONFIG_FILE: config, DATA_DIR: dataDir, CLIENT_ID: clientId, APP_URL: APP },
        flagsFor('https://id.example.com'),
      )
      assert.match(stdout, new RegExp(`Give your pages the client ID ${clientId}\\.`))
      assert.equal(JSON.parse(readFileSync(config, 'utf8')).client.clientId, clientId)
    } finally {
      for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true })
    }
  })

  it('a client ID of the environment that the server refuses ends it before anything is written', async () => {
    const folder = newFolder()
    const env = { CONFIG_FILE: join(folder, 'settings.json'), CLIENT_ID: 'two words', APP_URL: APP }
    try {
      await assert.rejects(runInit(env, flagsFor('https://id.example.com')), {
        code: 1,
        stderr: 'CLIENT_ID must be letters, digits and dashes, such as a UUID.\n',
      })
      assert.deepEqual(readdirSync(folder), [])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('a database with all tables that can only be read ends it with the reason, and without a stack', {
    skip: postgresMissing(),
  }, async () => {
    const folder = newFolder()
    const server = await startPostgres()
    const readOnly = `${server.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`
    try {
      await (await openPostgresStore(server.url)).close()
      await assert.rejects(
        runInit(
          { CONFIG_FILE: join(folder, 'settings.json'), DATABASE_URL: readOnly },
          flagsFor('https://id.example.com'),
        ),
        { code: 1, stderr: /^[^\n]*cannot execute INSERT in a read-only transaction[\s\S]*can’t be written\n$/ },
      )
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('two at once leave one settings file, whose client ID is the only one that is printed', {
    skip: postgresMissing(),
  }, async () => {
    const folder = newFolder()
    const server = await startPostgres()
    const config = join(folder, 'settings.json')
    const env = { CONFIG_FILE: config, DATABASE_URL: server.url }
    try {
      const both = await Promise.all([
        runInit(env, flagsFor('https://id.example.com')),
        runInit(env, flagsFor('https://id.example.com')),
      ])
      const text = both.map(({ stdout }) => stdout).join('')
      const { clientId } = JSON.parse(readFileSync(config, 'utf8')).client
      const printed = [...text.matchAll(/the client ID (\S+)\.$/gm)].map(([, id]) => id)
      assert.deepEqual([printed, text.match(/^Kept /gm)?.length], [[clientId], 1])
      assert.equal(text.match(/^Wrote \S+sealing-key\./gm)?.length, 1)
      assert.equal(text.match(/^Made the operator account/gm)?.length, 1)
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  for (const [flags, message] of [
    [['--name', 'Quokka', '--url', APP, '--email', OPERATOR], /^--api-url is missing: [^\n]+\n$/],
    [['--name', 'Quokka', '--url', APP, '--api-url', APP], /^--email is missing: [^\n]+\n$/],
    [['--name', 'Quokka', '--url', 'app', '--api-url', APP, '--email', OPERATOR], /^--url must be an origin[^\n]+\n$/],
    [['--color', 'red'], /^There is no flag '--color'[^\n]*\n$/],
  ] as const)
    it(`without a terminal, ${flags.join(' ')} ends with a one-line error, and writes nothing`, async () => {
      const folder = newFolder()
      const config = join(folder, 'settings.json')
      try {
        await assert.rejects(
          runInit({ CONFIG_FILE: config, DATA_DIR: join(folder, 'data') }, flags),
          ({ code, stderr }: { code: number; stderr: string }) => code === 1 && message.test(stderr),
        )
        assert.throws(() => readFileSync(config), /ENOENT/)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })

  it('--force keeps the client ID of a file with a byte order mark', async () => {
    const folder = newFolder()
    const data = await temporaryData()
    const config = join(folder, 'settings.json')
    writeFileSync(config, '\ufeff{"client":{"clientId":"known"}}')
    try {
      await runInit({ CONFIG_FILE: config, DATA_DIR: data }, ['--force', ...flagsFor('https://id.example.com')])
      assert.equal(JSON.parse(readFileSync(config, 'utf8')).client.clientId, 'known')
    } finally {
      rmSync(folder, { recursive: true, force: true })
      rmSync(data, { recursive: true, force: true })
    }
  })

  for (const [title, prepare, message] of [
    [
      'a file with a fault, whose client ID would be lost',
      (config: string) => writeFileSync(config, '{\n  "client": {"clientId": "known"'),
      /^\S+settings\.json:2: [^\n]+ Its client ID is kept, so correct the file or remove it\.\n$/,
    ],
    [
      'a folder in place of the file',
      (config: string) => mkdirSync(config),
      /^CONFIG_FILE: \S+ can't be read\. [^\n]+\n$/,
    ],
    [
      'a folder that can’t be made',
      (config: string) => {
        rmSync(dirname(config), { recursive: true })
        writeFileSync(dirname(config), '')
      },
      /^\S+front-entry\.sealing-key can't be written \(E\w+\)\.\n$/,
    ],
  ] as const)
    it(`--force over ${title} ends with a one-line error, and leaves it as it was`, async () => {
      const folder = newFolder()
      const config = join(folder, 'inner/settings.json')
      mkdirSync(dirname(config))
      try {
        prepare(config)
        const before = existsSync(config) && statSync(config).mtimeMs
        await assert.rejects(
          runInit({ CONFIG_FILE: config, DATA_DIR: join(folder, 'data') }, ['--force', ...flagsFor(APP)]),
          ({ code, stderr }: { code: number; stderr: string }) => code === 1 && message.test(stderr),
        )
        assert.equal(existsSync(config) && statSync(config).mtimeMs, before)
        assert.ok(!existsSync(join(folder, 'data')))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
})
