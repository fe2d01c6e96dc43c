import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createResponseChecker } from '../../backend/adapters/validate.ts'
import { PASSWORD } from '../../backend/suites/users.test-kit.ts'
import { login } from '../../contract/login.ts'
import { scriptArguments } from '../../testing/child-script.ts'
import { createResponseChecks } from './response-checks.ts'
import { openServer } from './served.test-kit.ts'
import { readSettings } from './settings.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fe-conformance-'))

/** Runs the command against a server in this process. */
const run = (args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      scriptArguments('src/cli/main.ts', 'conformance', ...args),
      { cwd: ROOT, env: { ...process.env, ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    )
    child.stdin?.end()
  })

describe('The command that compares a server with the contract', () => {
  let server: Awaited<ReturnType<typeof openServer>>
  before(async () => {
    server = await openServer()
    await server.kit.reset()
  })
  after(async () => {
    rmSync(folder, { recursive: true, force: true })
    await server.close()
  })

  const flags = (...more: string[]) => ['--base-url', server.baseUrl, '--user', 'ada@acme.test', ...more]

  it('exits with 0 when all calls of the group conform, and writes the report as JSON', async () => {
    const file = join(folder, 'report.json')
    const { code, text } = await run(flags('--only', 'entitlements', '--json', file), {
      CONFORMANCE_PASSWORD: PASSWORD,
    })
    assert.equal(code, 0, text)
    assert.match(text, /entitlements +\d+ as the contract says/)
    const report = JSON.parse(readFileSync(file, 'utf8'))
    assert.equal(report.conforms, true)
    assert.ok(report.calls.some(({ call }: { call: string }) => call === 'entitlements.loadEntitlementsV2'))
    assert.ok(!(text + JSON.stringify(report)).includes('ada@acme.test'))
  })

  it('exits with 1 when a call differs, and reads the password from a file', async () => {
    const password = join(folder, 'password')
    writeFileSync(password, `${PASSWORD}\n`)
    server.replace(async (_request, respond, call) =>
      call === 'entitlements.loadEntitlementsV1' ? Response.json({}, { status: 500 }) : respond(),
    )
    const { code, text } = await run(flags('--only', 'entitlements', '--password-file', password))
    server.replace()
    assert.equal(code, 1, text)
    assert.match(text, /entitlements\.loadEntitlementsV1 \(GET \S+\): expected status 200 to 299, got status 500\n/)
  })

  it('exits with 2 when the server refuses the password', async () => {
    const { code, text } = await run(flags(), { CONFORMANCE_PASSWORD: 'Wrong-Horse-9' })
    assert.equal(code, 2, text)
    assert.match(text, /refused the email and password with status 4\d\d/)
    assert.doesNotMatch(text, /Wrong-Horse|ada@|^\s+at /m)
  })

  it('reports invalid flags', async () => {
    const url = 'https://id.example.com'
    const whole = ['--base-url', url, '--user', 'ada@acme.test']
    for (const [args, message] of [
      [[], /--base-url is missing/],
      [[...whole, '--only', 'everything'], /--only must be one of login, sign-up/],
      [[...whole, '--password', PASSWORD], /There is no flag '--password'; did you mean --password-file/],
      [['--base-url', 'id.example.com', '--user', 'ada@acme.test'], /--base-url must be an origin/],
      [['--base-url', `${url}/api`, '--user', 'ada@acme.test'], /--base-url must be an origin/],
      [['--base-url', url, '--user', 'ada'], /--user must be the email address/],
      [[...whole, '--url-prefix', 'frontegg'], /--url-prefix must be a path/],
      [[...whole, '--password-file', 'missing'], /--password-file can’t be read/],
    ] as const)
      await assert.rejects(readSettings(args, { CONFORMANCE_PASSWORD: PASSWORD }, folder), message)
    const { password, urlPrefix, changes } = await readSettings(
      [...whole, '--url-prefix', '', '--changes'],
      { CONFORMANCE_PASSWORD: PASSWORD },
      folder,
    )
    assert.deepEqual([password, urlPrefix, changes], [PASSWORD, '', true])
  })

  it('requires Secure cookies from a server at an https URL', () => {
    const checkResponse = createResponseChecker({ components: { schemas: {} }, operations: { 'login.login': {} } })
    const reply = {
      status: 200,
      headers: new Headers({ 'set-cookie': 'a=b; HttpOnly; SameSite=Lax' }),
      text: '{}',
      json: {},
    }
    const problemsAt = (isSecure: boolean) =>
      createResponseChecks({ checkResponse, origin: undefined, isSecure, tokens: () => [] }).success(
        'login.login',
        login.login,
        reply,
      )
    assert.deepEqual(problemsAt(false), [])
    assert.deepEqual(problemsAt(true), [{ kind: 'cookie', expected: 'cookies with Secure', got: 'one without Secure' }])
  })
})
