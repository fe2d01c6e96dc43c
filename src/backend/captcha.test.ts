import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { login as loginTable } from '../contract/login.ts'
import { password } from '../contract/password.ts'
import { policies } from '../contract/policies.ts'
import { signUp } from '../contract/sign-up.ts'
import { createCaptcha } from './adapters/captcha.ts'
import { allRoutes } from './handlers/index.ts'
import { createMemoryStore } from './store/memory.ts'
import { type Kit, openKit } from './suites/kit.test-kit.ts'
import { BY_LIMITS, SENDS_NOTHING, WITH_CAPTCHA } from './suites/message-calls.test-kit.ts'
import { setPolicy } from './suites/mfa.test-kit.ts'
import { PASSWORD } from './suites/users.test-kit.ts'

const LOGIN = loginTable.login.path
const FORGOT = password.forgotPassword.path
const SIGN_UP = signUp.signUp.path
const POLICY = policies.getCaptchaPolicy.path

describe('while the captcha policy is on', () => {
  let kit: Kit
  beforeEach(async () => {
    kit = await openKit(async () => createMemoryStore(), {
      ports: { captcha: async (token) => token.startsWith('good') },
    })
    await kit.reset()
    const now = kit.time.now
    const value = JSON.stringify({ enabled: true, siteKey: 'site-key' })
    await kit.store.policies.insert({
      id: 'captcha',
      tenantId: null,
      kind: 'captcha',
      value,
      createdAt: now,
      updatedAt: now,
    })
  })
  afterEach(() => kit.close())
  const login = (recaptchaToken?: string) =>
    kit.call('POST', LOGIN, { body: { email: 'ada@acme.test', password: PASSWORD, recaptchaToken } })

  it('is public, without a secret', async () => {
    const { body } = await kit.call('GET', POLICY)
    assert.deepEqual([body.enabled, body.siteKey, 'secret' in body], [true, 'site-key', false])
  })

  it('refuses a sign-in without a token, with an invalid one, and with a used one', async () => {
    assert.equal((await login()).status, 400)
    assert.equal((await login('bad')).status, 400)
    assert.equal((await login('good-1')).status, 200)
    assert.equal((await login('good-1')).status, 400)
    assert.equal((await login('good-2')).status, 200)
  })

  const isOpen = ({ endpoint, handler }: ReturnType<typeof allRoutes>[number]): boolean =>
    handler.access !== 'signed-in' && endpoint.method !== 'GET'

  it('covers every call of a signed-out user that sends a message, or limits bound it', () => {
    const reviewed = [...Object.keys(WITH_CAPTCHA), ...BY_LIMITS, ...Object.values(SENDS_NOTHING).flat()]
    const open = allRoutes().filter(isOpen)
    assert.deepEqual(reviewed.toSorted(), open.map(({ operation }) => operation).toSorted())
  })

  it('guards every call of a signed-out user that sends a message', async () => {
    await setPolicy(kit, 'public-policy', { authStrategy: 'Code', allowSignups: true })
    const strategies = ['MagicLink', 'SmsCode'].map((strategy) => ({ strategy }))
    await setPolicy(kit, 'auth-strategies', { mainAuthStrategies: strategies, secondaryAuthStrategies: [] })
    for (const { operation, endpoint } of allRoutes()) {
      const facts = WITH_CAPTCHA[operation]
      if (!facts) continue
      const types = endpoint.path.includes('{type}') ? ['code', 'magiclink', 'smscode'] : ['']
      for (const type of types) {
        const path = endpoint.path.replace('{type}', type)
        const ask = async (recaptchaToken?: string): Promise<number> =>
          (await kit.call('POST', path, { body: { email: 'ada@acme.test', ...facts, recaptchaToken } })).status
        assert.deepEqual([await ask(), await ask(`bad ${path}`), await ask(`good ${path}`)], [400, 400, 200], path)
      }
    }
  })

  it('accepts one of two simultaneous uses of a token', async () => {
    const responses = await Promise.all([login('good-3'), login('good-3')])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400])
  })

  it('also protects sign-up and the email for a new password', async () => {
    const user = { email: 'new@users.test', companyName: 'New', password: 'Brave-Otter-Lantern-42' }
    assert.equal((await kit.call('POST', SIGN_UP, { body: user })).status, 400)
    assert.equal((await kit.call('POST', SIGN_UP, { body: { ...user, recaptchaToken: 'good-4' } })).status, 200)
    assert.equal((await kit.call('POST', FORGOT, { body: { email: 'ada@acme.test' } })).status, 400)
    const asked = await kit.call('POST', FORGOT, { body: { email: 'ada@acme.test', recaptchaToken: 'good-5' } })
    assert.equal(asked.status, 200)
  })
})

describe('the captcha service', () => {
  const logged: string[] = []
  const log = { warn: () => undefined, error: (message: string) => void logged.push(message) }
  beforeEach(() => {
    logged.length = 0
  })
  const isAccepted = async (
    body: string,
    { token = 'token', location, status }: { token?: string; location?: string; status?: number } = {},
  ) => {
    const server = createServer((_, response) => {
      if (location) response.writeHead(307, { location })
      if (status) response.writeHead(status)
      response.end(body)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const verdict = await createCaptcha({ verifyUrl: `http://localhost:${port}/`, secret: 's' }, log)(
      token,
      '127.0.0.1',
    )
    server.close()
    return verdict
  }

  it('must report success, and a high enough score if it returns one', async () => {
    assert.equal(await isAccepted('{"success":true}'), true)
    assert.equal(await isAccepted('{"success":true,"score":0.9}'), true)
    assert.equal(await isAccepted('{"success":true,"score":0.1}'), false)
    assert.equal(await isAccepted('{"success":false}'), false)
  })

  it('is reported in the log when it refuses the secret, and not when it refuses a user', async () => {
    await isAccepted('{"success":false,"error-codes":["timeout-or-duplicate"]}')
    assert.deepEqual(logged, [])
    for (const code of ['invalid-input-secret', 'sitekey-secret-mismatch']) {
      assert.equal(await isAccepted(JSON.stringify({ success: false, 'error-codes': [code] })), false)
      assert.deepEqual(logged.splice(0), [`The captcha service refuses the secret: ${code}`])
    }
  })

  it('is reported in the log when it fails for every user', async () => {
    for (const [body, status, line] of [
      ['{"success":false,"error-codes":["internal-error"]}', 200, 'The captcha service failed: internal-error'],
      ['{"success":false,"error-codes":["bad-request"]}', 400, 'The captcha service failed: bad-request'],
      ['{"message":"Forbidden"}', 403, 'The captcha service responds with HTTP 403'],
      ['<html>Not found', 404, 'The captcha service responds with HTTP 404'],
      ['', 503, 'The captcha service responds with HTTP 503'],
      ['<html>', 200, 'The response of the captcha service is malformed'],
    ] as const) {
      assert.equal(await isAccepted(body, { status }), false)
      assert.deepEqual(logged.splice(0), [line])
    }
  })

  it('that is away costs one line of the log a minute, however many users it refuses', async (test) => {
    let now = 1_000
    test.mock.method(performance, 'now', () => now)
    test.mock.method(globalThis, 'fetch', async () => Promise.reject(new TypeError('fetch failed')))
    const verify = createCaptcha({ verifyUrl: 'http://localhost:1/', secret: 's' }, log)
    for (let caller = 0; caller < 5; caller += 1) assert.equal(await verify('token', undefined), false)
    assert.deepEqual(logged, ['The captcha service did not respond'])
    now += 60_000
    await verify('token', undefined)
    assert.equal(logged.length, 2)
  })

  it('gets the secret only at its own URL, wherever it redirects', async () => {
    let reached = 0
    const elsewhere = createServer((_, response) => {
      reached += 1
      response.end('{"success":true}')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => elsewhere.once('listening', resolve))
    const { port } = elsewhere.address() as AddressInfo
    assert.equal(await isAccepted('', { location: `http://localhost:${port}/` }), false)
    elsewhere.close()
    assert.equal(reached, 0)
    const [line = ''] = logged
    assert.ok(line.includes(`redirects to http://localhost:${port}/.`), line)
  })

  it('doesn’t wait for the body of a redirect', async (test) => {
    let isCancelled = false
    const body = new ReadableStream({
      cancel() {
        isCancelled = true
      },
    })
    const response = new Response(body, { status: 307, headers: { location: 'http://localhost:1/' } })
    test.mock.method(globalThis, 'fetch', async () => response)
    assert.equal(await isAccepted(''), false)
    assert.equal(isCancelled, true)
  })

  it('refuses when the response is malformed or missing', async () => {
    assert.equal(await isAccepted('<html>'), false)
    assert.equal(await createCaptcha({ verifyUrl: 'http://localhost:1/', secret: 's' }, log)('token', undefined), false)
  })
})
