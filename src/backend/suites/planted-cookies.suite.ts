import assert from 'node:assert/strict'
import { it } from 'node:test'
import { login as loginTable } from '../../contract/login.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { createBackend } from '../backend.ts'
import { refreshCookieName } from '../call/cookies.ts'
import { APP, type Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const ADA = 'ada@acme.test'
const MEL = 'mel@acme.test'

export const describePlantedCookies = (kit: () => Kit): void => {
  const name = () => refreshCookieName(kit().config)
  const userOf = async (cookie: string) => {
    const response = await kit().refresh(cookie)
    return response.status === 200 ? response.body.userEmail : response.status
  }
  const bothOrders = (one: string, other: string) => [`${one}; ${other}`, `${other}; ${one}`]

  it('don’t affect the session, whatever they contain and in whatever order they arrive', async () => {
    const { cookie } = await kit().signIn(ADA)
    const [id] = cookie.slice(cookie.indexOf('=') + 1).split('.')
    for (const planted of ['', 'junk', `${id}.0.forged`, '..', 'a.b.c.d'])
      for (const cookies of bothOrders(`${name()}=${planted}`, cookie)) assert.equal(await userOf(cookies), ADA)
  })

  it('with the token of an ended session don’t affect the live one', async () => {
    const eve = await kit().signIn(MEL)
    await kit().call('POST', API_PREFIX + session.logout.path, { cookie: eve.cookie, body: {} })
    const { cookie } = await kit().signIn(ADA)
    for (const cookies of bothOrders(eve.cookie, cookie)) assert.equal(await userOf(cookies), ADA)
  })

  it('with another user’s session grant no session, and end neither', async () => {
    const [ada, mel] = [await kit().signIn(ADA), await kit().signIn(MEL)]
    for (const cookies of bothOrders(ada.cookie, mel.cookie)) {
      assert.equal(await userOf(cookies), 401)
      const silent = await kit().call('POST', API_PREFIX + session.silentAuthorize.path, {
        cookie: cookies,
        body: { tenantId: null },
      })
      assert.notEqual(silent.status, 200)
      await kit().call('POST', API_PREFIX + session.logout.path, { cookie: cookies, body: {} })
    }
    assert.deepEqual([await userOf(ada.cookie), await userOf(mel.cookie)], [ADA, MEL])
  })

  it('with an older token of the same session don’t affect the newest one', async () => {
    const { cookie } = await kit().signIn(ADA)
    const newest = (await kit().refresh(cookie)).cookies[0]?.split(';')[0] ?? ''
    for (const cookies of bothOrders(cookie, newest)) assert.equal(await userOf(cookies), ADA)
  })

  it('are ignored if cookie names are set to begin with __Host-, on https only', async () => {
    const backendOf = (apiUrl: string) =>
      createBackend({ ...kit().ports, config: { ...kit().config, apiUrl, hostCookies: true } })
    for (const [apiUrl, prefix] of [
      ['https://id.example.com', '__Host-fe_refresh_'],
      ['http://localhost:3002', 'fe_refresh_'],
    ] as const) {
      const path = apiUrl + loginTable.login.path
      const headers = { 'Content-Type': 'application/json', Origin: APP }
      const body = JSON.stringify({ email: ADA, password: PASSWORD })
      const response = await backendOf(apiUrl)(new Request(path, { method: 'POST', headers, body }))
      const [cookie = ''] = response.headers.getSetCookie()
      assert.ok(cookie.startsWith(prefix), cookie)
      if (apiUrl.startsWith('https')) assert.match(cookie, /; Path=\/; .*Secure/)
      assert.doesNotMatch(cookie, /Domain/)
    }
  })

  it('don’t affect the session in any form of a name or value that another host of the site could plant', async () => {
    const { cookie } = await kit().signIn(ADA)
    const mel = await kit().signIn(MEL)
    const value = mel.cookie.slice(mel.cookie.indexOf('=') + 1)
    const own = cookie.slice(cookie.indexOf('=') + 1)
    const forms = [
      `${name()}="${value}"`,
      `${name()}=${value} x`,
      `${name()}=${value},${value}`,
      `${name()}=${value}.0`,
      `${name()}=${value.toUpperCase()}`,
      `${name()}=${encodeURIComponent(`${value};`)}`,
      `${name()}==${value}`,
      `${name().toUpperCase()}=${value}`,
      `${name()}-0=${value}`,
      `__Host-${name()}=${value}`,
      `__Secure-${name()}=${value}`,
      `$Path=/; ${name()}x=${value}`,
      `"${name()}=${value}"`,
      `x${name()}=${value}`,
      `${name()}%3D${value}`,
      `${name()}=${own.split('.')[0]}.${value.split('.').slice(1).join('.')}`,
      Array.from({ length: 60 }, (_, at) => `${name()}=junk.${at}`).join('; '),
    ]
    for (const planted of forms)
      for (const cookies of bothOrders(planted, cookie)) assert.equal(await userOf(cookies), ADA, planted)
    for (const planted of forms) assert.equal(await userOf(planted), 401, planted)
    assert.equal(await userOf(`${cookie}; ${cookie}`), ADA, 'the same value twice')
  })

  it('with a live session of the same user give no session, so that none replaces the other', async () => {
    const [one, other] = [await kit().signIn(ADA), await kit().signIn(ADA)]
    for (const cookies of bothOrders(one.cookie, other.cookie)) assert.equal(await userOf(cookies), 401)
    assert.deepEqual([await userOf(one.cookie), await userOf(other.cookie)], [ADA, ADA])
  })
}
