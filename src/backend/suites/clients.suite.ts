import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeJwt } from 'jose'
import { login } from '../../contract/login.ts'
import { password } from '../../contract/password.ts'
import { API_PREFIX, fillPath } from '../../contract/path.ts'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { activation } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { createClientBackends } from '../adapters/clients.ts'
import { API, APP, type Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const SHOP = 'https://shop.test'
const SHOP_ID = '0b9c8a52-6f0e-4c1d-8a57-3f1d2e4b5c69'

interface Sent {
  origin?: string
  token?: string
  cookie?: string
  body?: unknown
}

export const describeClients = (kit: () => Kit): void => {
  const open = () => {
    const app = { urlStrategy: 'hash', basename: 'club', routes: { resetPasswordUrl: '/new-password' } } as const
    const backend = createClientBackends(kit().ports, [{ clientId: SHOP_ID, appUrl: SHOP, app }])
    return async (method: string, path: string, { origin, token, cookie, body }: Sent) => {
      const headers = {
        'Content-Type': 'application/json',
        ...(origin && { Origin: origin }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(cookie && { Cookie: cookie }),
      }
      const text = body === undefined ? null : JSON.stringify(body)
      return backend(new Request(API + API_PREFIX + path, { method, headers, body: text }))
    }
  }
  type Send = ReturnType<typeof open>

  const signIn = async (send: Send, origin: string) => {
    const response = await send('POST', login.login.path, {
      origin,
      body: { email: 'ada@acme.test', password: PASSWORD },
    })
    assert.equal(response.status, 200)
    const { accessToken } = (await response.json()) as { accessToken: string }
    const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
    return { token: accessToken, cookie: cookies.join('; ') }
  }

  const linkAfter = async (response: Response) => {
    assert.equal(response.ok, true, await response.clone().text())
    return kit().lastLink().url
  }

  it('uses the application of the calling client in the links of emails', async () => {
    const send = open()
    const reset = (origin: string) =>
      send('POST', password.forgotPassword.path, { origin, body: { email: 'mel@acme.test' } })
    const resend = (origin: string) =>
      send('POST', activation.resendActivationEmail.path, { origin, body: { email: 'pia@acme.test' } })
    const invite = async (origin: string, body: object) =>
      send('POST', team.addUser.path, {
        origin,
        token: (await signIn(send, origin)).token,
        body: { provider: 'local', roleIds: ['member'], ...body },
      })
    const newcomer = (origin: string) => invite(origin, { email: origin === APP ? 'nia@acme.test' : 'pia@acme.test' })
    const member = (origin: string) => invite(origin, { email: origin === APP ? 'gia@globex.test' : 'sam@globex.test' })
    await setPolicy(kit(), 'public-policy', { authStrategy: 'EmailAndPassword' })
    const ways = { reset, activation: newcomer, invitation: member, resend }
    const paths = {
      reset: ['/account/reset-password', '/club/#/new-password'],
      activation: ['/account/activate', '/club/#/account/activate'],
      invitation: ['/account/invitation/accept', '/club/#/account/invitation/accept'],
      resend: ['/account/activate', '/club/#/account/activate'],
    }
    const shown = ({ origin, pathname, hash }: URL) => origin + pathname + hash.replace(/\?.*/, '')
    for (const [name, act] of Object.entries(ways) as [keyof typeof ways, typeof reset][]) {
      const [first, second] = paths[name]
      assert.equal(shown(await linkAfter(await act(APP))), APP + first, name)
      assert.equal(shown(await linkAfter(await act(SHOP))), SHOP + second, name)
    }
    await setPolicy(kit(), 'public-policy', { authStrategy: 'MagicLink' })
    const path = fillPath(login.passwordlessPreLogin.path, { type: 'magiclink' })
    const magic = (origin: string) => send('POST', path, { origin, body: { email: 'mel@acme.test' } })
    assert.equal(shown(await linkAfter(await magic(APP))), `${APP}/account/login/magic-link`)
    assert.equal(shown(await linkAfter(await magic(SHOP))), `${SHOP}/club/#/account/login/magic-link`)
  })

  it('keeps the sessions and tokens of clients apart', async () => {
    const send = open()
    const [first, shop] = [await signIn(send, APP), await signIn(send, SHOP)]
    assert.equal(decodeJwt(shop.token).aud, SHOP_ID)
    assert.notEqual(decodeJwt(first.token).aud, SHOP_ID)
    const me = async (sent: Sent) => (await send('GET', session.getMe.path, sent)).status
    assert.deepEqual(
      [await me({ origin: SHOP, token: shop.token }), await me({ origin: SHOP, token: first.token })],
      [200, 401],
    )
    assert.equal(await me({ origin: APP, token: shop.token }), 401)
    const refresh = async (origin: string, cookie: string) =>
      (await send('POST', session.refreshSession.path, { origin, cookie, body: { tenantId: null } })).status
    assert.deepEqual([await refresh(SHOP, shop.cookie), await refresh(SHOP, first.cookie)], [200, 401])
  })

  it('serves a script without a page by its token and a server by its session', async () => {
    const send = open()
    const [first, shop] = [await signIn(send, APP), await signIn(send, SHOP)]
    for (const { token } of [first, shop]) assert.equal((await send('GET', session.getMe.path, { token })).status, 200)
    for (const { cookie } of [first, shop]) {
      assert.equal((await send('POST', session.refreshSession.path, { cookie, body: { tenantId: null } })).status, 200)
    }
  })

  it('returns the client ID of the page’s own client, and refuses other origins', async () => {
    const send = open()
    const idAt = async (origin: string) =>
      ((await (await send('GET', portal.getVendorPublicInfo.path, { origin })).json()) as { clientId: string }).clientId
    assert.deepEqual([await idAt(APP), await idAt(SHOP)], [kit().config.clientId, SHOP_ID])
    const allowed = async (origin: string) =>
      (await send('GET', portal.getVendorPublicInfo.path, { origin })).headers.get('Access-Control-Allow-Origin')
    assert.deepEqual([await allowed(SHOP), await allowed('https://shop.test.evil')], [SHOP, null])
  })
}
