import assert from 'node:assert/strict'
import { it } from 'node:test'
import { login, social } from '../../contract/login.ts'
import { sessions } from '../../contract/me.ts'
import { metadata } from '../../contract/metadata.ts'
import { password } from '../../contract/password.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { policies } from '../../contract/policies.ts'
import { portal } from '../../contract/portal.ts'
import { requestCounters } from '../../contract/request-counters.ts'
import { session } from '../../contract/session.ts'
import { ssoSaml } from '../../contract/sso.ts'
import { users } from '../../contract/users.ts'
import { APP, type Kit } from './kit.test-kit.ts'

const LOGIN = login.login.path
const FLAGS = portal.getFeatureFlags.path
const METADATA = portal.getPortalMetadata.path
const VENDOR = portal.getVendorPublicInfo.path
const SAML = `${metadata.getSamlMetadata.path}?entityName=saml`
const BAD_ESCAPE = sessions.deleteSession.path.replace(/\{\w+\}/, '%E0%A4%A')
const USERS = `${users.listUsersV2.path}?_offset=0&_limit=20&_includeSubTenants=false`

export const describeEdge = (kit: () => Kit): void => {
  it('responds with and without the path prefix', async () => {
    for (const path of [VENDOR, API_PREFIX + VENDOR]) {
      assert.equal((await kit().call('GET', path)).body.name, 'Front Entry')
    }
    assert.equal((await kit().call('GET', '/health')).status, 200)
    const { keys } = (await kit().call('GET', portal.getJwks.path)).body
    assert.deepEqual(
      keys.map(({ alg }: { alg: string }) => alg),
      ['RS256', 'ES256'],
    )
  })

  it('distinguishes what does not exist from what is not allowed', async () => {
    const missing = await kit().call('GET', '/nowhere')
    assert.deepEqual([missing.status, missing.body], [404, { errors: ['Not found'], code: 'not-found' }])
    for (const path of [
      API_PREFIX + API_PREFIX + VENDOR,
      VENDOR.replace('v', 'V'),
      VENDOR.replace(/\/\w+$/, ''),
      `${VENDOR}/x`,
    ]) {
      assert.equal((await kit().call('GET', path)).status, 404, path)
    }
    assert.equal((await kit().call('DELETE', FLAGS, { body: {} })).status, 405)
    assert.equal((await kit().call('GET', BAD_ESCAPE)).status, 405)
    assert.equal((await kit().call('GET', `${METADATA}?entityName=other`)).status, 404)
  })

  it('refuses malformed and oversized bodies with a reason', async () => {
    const send = (body: string) => kit().call('POST', LOGIN, { body })
    assert.deepEqual((await send('{"email":')).body, { errors: ['The body is not valid JSON'], code: 'invalid-input' })
    assert.equal((await send('[]')).status, 400)
    assert.equal((await send('"text"')).status, 400)
    assert.equal((await send('{"email":5,"password":"x"}')).status, 400)
    assert.equal((await send('{"email":{"$ne":""},"password":"x"}')).status, 400)
    assert.equal((await send('')).status, 400)
    for (const deep of ['[', '{"a":']) {
      const body = `{"email":"a@acme.test","password":"x","deep":${deep.repeat(100_000)}1${(deep === '[' ? ']' : '}').repeat(100_000)}}`
      const response = await send(body)
      assert.deepEqual([response.status, response.body.errors], [400, ['The body is nested too deeply']])
    }
    const large = await send(JSON.stringify({ email: 'a@acme.test', password: 'x'.repeat(1_100_000) }))
    assert.deepEqual([large.status, large.body.errors], [413, ['Error request is too large']])
  })

  it('lets only allowed origins read responses, with credentials', async () => {
    const own = await kit().call('GET', FLAGS)
    assert.equal(own.headers.get('Access-Control-Allow-Origin'), APP)
    assert.equal(own.headers.get('Access-Control-Allow-Credentials'), 'true')
    for (const Origin of ['https://evil.test', 'null', `${APP}.evil.test`, 'http://localhost:30001']) {
      const foreign = await kit().call('GET', FLAGS, { headers: { Origin } })
      assert.equal(foreign.headers.get('Access-Control-Allow-Origin'), null, Origin)
      assert.match(foreign.headers.get('Vary') ?? '', /Origin/)
    }
  })

  it('allows preflights of allowed origins only', async () => {
    const ask = (origin: string) =>
      kit().backend(
        new Request(`http://localhost:3002${FLAGS}`, {
          method: 'OPTIONS',
          headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'x-a' },
        }),
      )
    const own = await ask(APP)
    assert.equal(own.status, 204)
    assert.equal(own.headers.get('Access-Control-Allow-Headers'), 'x-a')
    assert.match(own.headers.get('Access-Control-Allow-Methods') ?? '', /PUT/)
    assert.equal((await ask('https://evil.test')).headers.get('Access-Control-Allow-Origin'), null)
  })

  it('carries security headers, and no-store on every response with a session in it', async () => {
    const response = await kit().login('ada@acme.test')
    assert.equal(response.headers.get('Cache-Control'), 'no-store')
    assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff')
    assert.match(response.cookies[0] ?? '', /HttpOnly; SameSite=Lax$/)
    assert.match(response.cookies[0] ?? '', new RegExp(`^fe_refresh_${kit().config.clientId.replaceAll('-', '')}=`))
  })

  it('refuses cookie calls of a foreign page and of a plain form', async () => {
    const { cookie } = await kit().signIn('ada@acme.test')
    const path = session.logout.path
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.test' },
      { Origin: 'null' },
      { 'Content-Type': 'text/plain' },
    ]
    for (const headers of foreign) {
      const response = await kit().call('POST', path, { cookie, headers })
      assert.ok([403, 415].includes(response.status), JSON.stringify(headers))
    }
    assert.equal((await kit().call('GET', path, { cookie })).status, 405)
    assert.equal((await kit().refresh(cookie)).status, 200)
  })

  it('hides the cause of a crash, logs it, and counts requests in test mode', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const { members } = kit().store
    const page = members.page
    Object.assign(members, { page: () => Promise.reject(new Error('secret detail')) })
    const response = await kit().call('GET', USERS, { token })
    Object.assign(members, { page })
    assert.equal(response.status, 500)
    assert.doesNotMatch(JSON.stringify(response.body), /secret/)
    assert.match(String((kit().logged[0] as unknown[])[1]), /secret detail/)
    const { counters } = (await kit().call('GET', requestCounters.testCounters.path)).body
    assert.ok(counters.some((counter: { status: number; path: string }) => counter.status === 500))
  })

  it('keeps the values of a failed statement out of the log', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const { members } = kit().store
    const page = members.page
    const broken = new Error('Failed query: select\nparams: canary', { cause: new Error('params: canary') })
    Object.assign(members, { page: () => Promise.reject(broken) })
    await kit().call('GET', USERS, { token })
    Object.assign(members, { page })
    assert.equal(kit().logged.length, 1)
    assert.doesNotMatch(JSON.stringify(kit().logged), /canary/)
  })

  it('shows signed-out callers what to do', async () => {
    const response = await kit().call('GET', USERS)
    assert.deepEqual([response.status, response.body.errors.length], [401, 1])
    assert.equal(response.headers.get('WWW-Authenticate'), 'Bearer realm="front-entry"')
    const bad = await kit().call('GET', USERS, { token: 'x.y.z' })
    assert.match(bad.headers.get('WWW-Authenticate') ?? '', /error="invalid_token"/)
  })

  it('serves everything that start-up reads without a session', async () => {
    const paths = [
      FLAGS,
      `${METADATA}?entityName=adminBox`,
      SAML,
      portal.getVendorPublicPolicy.path,
      portal.getAuthStrategiesPublic.path,
      social.getSocialProvidersV1.path,
      social.getSocialProvidersV2.path,
      social.getCustomSocialProviders.path,
      ssoSaml.getSsoPublicConfig.path,
      policies.getCaptchaPolicy.path,
      password.getPasswordConfig.path,
    ]
    for (const path of paths) assert.equal((await kit().call('GET', path)).status, 200, path)
    const [saml] = (await kit().call('GET', SAML)).body.rows
    assert.equal(saml.configuration.acsUrl, 'http://localhost:3002/auth/saml/callback')
  })

  it('serves the social providers by a call for signed-in users too, and refuses it without a session', async () => {
    const path = social.getSocialProvidersV2Authenticated.path
    assert.equal((await kit().call('GET', path)).status, 401)
    const { token } = await kit().signIn('mel@acme.test')
    const { status, body } = await kit().call('GET', path, { token })
    assert.deepEqual([status, body], [200, (await kit().call('GET', social.getSocialProvidersV2.path)).body])
  })
}
