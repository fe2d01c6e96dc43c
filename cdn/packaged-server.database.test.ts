import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { version } from '../demo-host/scripts/project.mjs'

import { AUDIT_COLUMNS } from '../src/backend/domain/audit/audit-columns.ts'
import { auditLog, audits } from '../src/contract/audits.ts'
import { login } from '../src/contract/login.ts'
import { policies } from '../src/contract/policies.ts'
import { portal } from '../src/contract/portal.ts'
import { provisioning } from '../src/contract/provisioning.ts'
import { session } from '../src/contract/session.ts'
import { activation } from '../src/contract/sign-up.ts'
import { ssoConfigs } from '../src/contract/sso.ts'
import { startMailServer } from '../src/serve/serve.test-kit.ts'
import { type Browser, createBrowser, PASSWORD } from '../src/serve/served.test-kit.ts'
import { freePorts } from '../src/testing/ports.ts'
import { type InstalledPackage, installPackage } from './installed-package.test-kit.ts'

const OPERATOR = 'olga@quokka.test'
const FOUNDER = 'fay@founded.test'

let installed: InstalledPackage
let api = ''
let server: ChildProcess | undefined
let output = ''
let mail: Awaited<ReturnType<typeof startMailServer>>
let env: Record<string, string> = {}
let founder: Browser
let tenantId = ''

const frontEntry = (...args: string[]) => installed.frontEntry(env, ...args)

const untilReady = () =>
  new Promise<void>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += String(chunk)
      if (output.includes(`ready ${api}`)) resolve()
    }
    server?.stdout?.on('data', look)
    server?.stderr?.on('data', look)
    server?.once('close', (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
  })

const linkIn = (text: string) => {
  const [href = ''] = /https:\/\/app\.example\.com\/account\/activate\S+/.exec(text) ?? []
  const { searchParams } = new URL(href)
  return { userId: searchParams.get('userId'), token: searchParams.get('token') }
}

const initFlags = ['--name', 'Quokka', '--url', 'https://app.example.com', '--email', OPERATOR]

/** A program of a vendor who wants the sample users, such as for their own tests. */
const SEED = `import { openNodeBackend } from 'front-entry/backend'
const [apiUrl, appUrl] = ['http://localhost:1', 'http://localhost:2']
const backend = await openNodeBackend({ dataDir: 'seeded', apiUrl, appUrl, seed: true })
const response = await backend.fetch(new Request(apiUrl + '${login.login.path}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Origin: appUrl },
  body: JSON.stringify({ email: 'ada@acme.test', password: '${PASSWORD}' }),
}))
console.log(response.status)
await backend.close()
`

describe('the server of the npm package', { timeout: 300_000 }, () => {
  before(async () => {
    const built = spawnSync(process.execPath, ['demo-host/scripts/build.mjs', '--if-changed'], { encoding: 'utf8' })
    assert.equal(built.status, 0, built.stderr)
    installed = await installPackage()
    mail = await startMailServer()
    const port = String(await freePorts(1))
    api = `http://localhost:${port}`
    env = { PATH: process.env.PATH ?? '', PORT: port, SMTP_URL: mail.url, NODE_ENV: 'production' }
  })

  after(async () => {
    if (server && server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'close')
    }
    mail?.close()
    await installed?.remove()
  })

  it('names the packages that it needs, and runs once they are installed', async () => {
    const missing = await frontEntry('--help').catch((error) => error)
    assert.match(missing.stderr, /^front-entry needs packages that are not installed\. Run: npm install .*pg@\^/)
    await installed.installServerPackages(env)
    assert.match((await frontEntry('--help')).stdout, /^ {2}serve {2,}Runs the server\.$/m)
    for (const name of ['init', 'serve', 'doctor', 'keys', 'unlock', 'verify-audits'])
      assert.match((await frontEntry(name, '--help')).stdout, new RegExp(`^Usage:\\n {2}npx front-entry ${name}\\b`))
  })

  it('begins with an empty folder: the one-time link makes the first administrator of the operator', async () => {
    const { stdout } = await frontEntry('init', ...initFlags, '--api-url', api)
    assert.match(stdout, /Start the server first: npx front-entry serve/)
    assert.ok(existsSync(join(installed.folder, 'front-entry.config.json')))
    // The name of the example's application has no IP address, which is a fault.
    const report = await frontEntry('doctor').catch((error) => error)
    assert.match(report.stdout, /^ok +CDN +The server serves release/m)
    assert.match(report.stdout, /^ok +passwords +The list of breached passwords can be read/m)
    server = spawn(process.execPath, [installed.command, 'serve'], {
      cwd: installed.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await untilReady()
    const operator = createBrowser(api)
    const link = linkIn(stdout)
    const breached = await operator.send(activation.activateAccount, { ...link, password: 'Winter1991' })
    assert.match(breached.text, /data breach/)
    const activated = await operator.send(activation.activateAccount, { ...link, password: PASSWORD })
    assert.equal(activated.status, 200, activated.text)
    assert.equal((await operator.send(login.login, { email: OPERATOR, password: PASSWORD })).status, 200)
  })

  it('serves the release and ready pages of its own', async () => {
    const script = await fetch(`${api}/${version}/fe.umd.js`)
    assert.equal(script.status, 200)
    assert.match(script.headers.get('content-type') ?? '', /javascript/)
    assert.equal((await fetch(`${api}/health/ready`)).status, 200)
  })

  it('signs a customer up, and takes a domain of their SSO', async () => {
    founder = createBrowser(api)
    await founder.signUp(FOUNDER, mail)
    assert.ok(founder.isSignedIn())
    tenantId = (await founder.send(session.getMe)).body.tenantId
    const made = await founder.send(ssoConfigs.createConfig, { type: 'saml' })
    assert.equal(made.status, 200, made.text)
    const add = (domain: string) => founder.send(ssoConfigs.createDomain, { domain }, { configId: made.body.id })
    assert.equal((await add('founded.test')).status, 200)
    assert.equal((await add('gmail.com')).status, 400)
  })

  it('prints a PDF', async () => {
    const properties = AUDIT_COLUMNS.filter(({ showInTable }) => showInTable)
    const path = audits.exportAudits.path.replace('{endpoint}', 'pdf')
    const printed = await founder.call('POST', `${path}?offset=0&outputFileName=audits.pdf`, { properties })
    assert.equal(printed.status, 200, printed.text)
    assert.match(printed.text, /^%PDF-/)
  })

  it('takes users of a directory by SCIM', async () => {
    const body = { source: 'other', connectionName: 'Directory', syncToUserManagement: true }
    const made = await founder.send(provisioning.createConnection, body)
    assert.equal(made.status, 200, made.text)
    const created = await fetch(`${api}/directory/resources/scim/v2/Users`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/scim+json', Authorization: `Bearer ${made.body.token}` },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'dora@founded.test',
        emails: [{ value: 'dora@founded.test', type: 'work', primary: true }],
      }),
    })
    assert.equal(created.status, 201, await created.text())
  })

  it('validates what a call sends by the schemas of the package', async () => {
    const refused = await founder.send(ssoConfigs.createConfig, { type: 17 })
    assert.equal(refused.status, 400, refused.text)
  })

  it('verifies the audit log that it exports', async () => {
    const exported = await founder.call('POST', `${auditLog.exportAuditPart.path}?sortDirection=asc`, {
      format: 'jsonl',
    })
    assert.equal(exported.status, 200, exported.text)
    assert.equal(exported.body.cursor, null)
    await writeFile(join(installed.folder, 'audits.jsonl'), exported.body.text)
    const keySet = api + portal.getJwks.path
    const { stdout } = await frontEntry('verify-audits', 'audits.jsonl', '--keys', keySet)
    assert.match(stdout, /exactly as it was written/)
  })

  it('protects an account with a required second factor', async () => {
    const locked = await founder.send(policies.createMfaPolicy, { enforceMFAType: 'Force' })
    assert.equal(locked.status, 200, locked.text)
  })

  it('exits cleanly, without an error in its log', async () => {
    server?.kill('SIGTERM')
    const [code] = await once(server as ChildProcess, 'close')
    assert.equal(code, 0)
    assert.doesNotMatch(output, /"level":"?(error|50)|ERR_MODULE_NOT_FOUND/)
  })

  it('rotates its keys and unlocks an account once it is stopped, since one process uses the embedded database', async () => {
    assert.match((await frontEntry('keys', 'rotate')).stdout, /^Made the RS256 key /)
    assert.match((await frontEntry('keys', 'list')).stdout, /RS256 {2}\S+Z {2}next$/m)
    assert.match((await frontEntry('unlock', '--tenant', tenantId)).stdout, /Turned off the required second factor\./)
    assert.match((await frontEntry('unlock', '--tenant', tenantId)).stdout, /No restriction was on/)
  })

  it('seeds a database with the sample users, which front-entry serve then refuses', async () => {
    await writeFile(join(installed.folder, 'seed.mjs'), SEED)
    const seeding = spawnSync(process.execPath, ['seed.mjs'], { cwd: installed.folder, env, encoding: 'utf8' })
    assert.equal(seeding.stdout, '200\n', seeding.stderr)
    env = { ...env, DATA_DIR: 'seeded' }
    const refused = await frontEntry('serve').catch((error) => error)
    assert.match(refused.stderr, /sample users of the demo/)
  })
})
