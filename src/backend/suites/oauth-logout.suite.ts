import assert from 'node:assert/strict'
import { it } from 'node:test'
import { authorization } from '../../contract/authorization.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { APP, type Kit } from './kit.test-kit.ts'
import { ME, openFlows } from './oauth.test-kit.ts'

export const describeOauthLogout = (kit: () => Kit): void => {
  const { start, codeOf, exchange, refresh, assertRefused } = openFlows(kit)

  const SCRIPT = { 'Sec-Fetch-Mode': 'cors' }
  const PAGE = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site' }

  it('signs out the session, its clients and the cookie when our own page asks', async () => {
    const flow = await start()
    const { body } = await exchange(await codeOf(flow), flow.verifier)
    const response = await kit().page(
      'GET',
      `${API_PREFIX}${session.oauthLogout.path}?post_logout_redirect_uri=${APP}/&state=s`,
      {
        cookie: flow.cookie,
        headers: SCRIPT,
      },
    )
    assert.deepEqual([response.status, response.headers.get('Location'), response.body], [302, null, `${APP}/?state=s`])
    assert.match(response.cookies[0] ?? '', /Max-Age=0/)
    assertRefused(await refresh(body.refresh_token), 'invalid_grant')
    assert.equal((await kit().call('GET', ME, { token: body.access_token })).status, 401)
    assert.equal((await kit().refresh(flow.cookie)).status, 401)
  })

  it('requires a confirmation before a link or picture of another site signs a user out', async () => {
    const flow = await start()
    const headers = { ...PAGE, Origin: '' }
    const asked = await kit().page('GET', `${API_PREFIX}${session.oauthLogout.path}?post_logout_redirect_uri=${APP}/`, {
      cookie: flow.cookie,
      headers,
    })
    assert.equal(asked.status, 200)
    assert.equal((await kit().refresh(flow.cookie)).status, 200)
    const confirmation = /name="confirmation" value="([^"]+)"/.exec(String(asked.body))?.[1] ?? ''
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const say = (value: string) =>
      kit().page('POST', authorization.confirmLogout.path, {
        cookie: flow.cookie,
        headers: form,
        body: String(new URLSearchParams({ confirmation: value, post_logout_redirect_uri: `${APP}/` })),
      })
    assert.equal((await say('guessed')).status, 400)
    const done = await say(confirmation)
    assert.deepEqual([done.status, done.headers.get('Location')], [302, `${APP}/`])
    assert.equal((await kit().call('GET', ME, { token: flow.token })).status, 401)
  })

  it('accepts an ID token of the session as a request by its owner', async () => {
    const flow = await start()
    const { body } = await exchange(await codeOf(flow), flow.verifier)
    const query = new URLSearchParams({ id_token_hint: body.id_token, post_logout_redirect_uri: `${APP}/` })
    const response = await kit().page('GET', `${API_PREFIX}${session.oauthLogout.path}?${query}`, {
      cookie: flow.cookie,
      headers: { ...PAGE, Origin: '' },
    })
    assert.deepEqual([response.status, response.headers.get('Location')], [302, `${APP}/`])
  })

  it('accepts the same request as a form, even without the cookie, and returns to the exact URL only', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Mode': 'navigate', Origin: '' }
    const post = (fields: Record<string, string>, cookie?: string) =>
      kit().page('POST', API_PREFIX + authorization.confirmLogout.path, {
        cookie,
        headers: form,
        body: String(new URLSearchParams(fields)),
      })
    const flow = await start()
    const { body } = await exchange(await codeOf(flow), flow.verifier)
    const hint = { id_token_hint: String(body.id_token) }
    const foreign = await post({ ...hint, post_logout_redirect_uri: `${APP}/?x` })
    assert.deepEqual([foreign.status, (await kit().refresh(flow.cookie)).status], [400, 200])
    const asked = await post({ post_logout_redirect_uri: `${APP}/` }, flow.cookie)
    assert.match(String(asked.body), /Sign out\?/)
    for (const forged of ['x', 'a.b.c', `${hint.id_token_hint}x`]) {
      await post({ id_token_hint: forged, post_logout_redirect_uri: `${APP}/` })
      assert.equal((await kit().call('GET', ME, { token: body.access_token })).status, 200, forged)
    }
    const done = await post({ ...hint, post_logout_redirect_uri: `${APP}/`, state: 's' })
    assert.deepEqual([done.status, done.headers.get('Location')], [302, `${APP}/?state=s`])
    assert.equal((await kit().call('GET', ME, { token: body.access_token })).status, 401)
    assertRefused(await refresh(body.refresh_token), 'invalid_grant')
  })

  it('requires a confirmation when the hint and the cookie belong to different sessions', async () => {
    const [mine, other] = [await start(), await start('mel@acme.test')]
    const { body } = await exchange(await codeOf(other), other.verifier)
    const query = new URLSearchParams({ id_token_hint: body.id_token, post_logout_redirect_uri: `${APP}/` })
    const headers = { ...PAGE, Origin: '' }
    const response = await kit().page('GET', `${API_PREFIX}${session.oauthLogout.path}?${query}`, {
      cookie: mine.cookie,
      headers,
    })
    assert.match(String(response.body), /Sign out\?/)
    assert.equal((await kit().call('GET', ME, { token: mine.token })).status, 200)
  })

  it('returns to registered URLs only', async () => {
    for (const uri of [`${APP}/x`, `${APP}//evil.test`, 'https://evil.test/', 'javascript:alert(1)']) {
      const response = await kit().page(
        'GET',
        `${API_PREFIX}${session.oauthLogout.path}?post_logout_redirect_uri=${encodeURIComponent(uri)}`,
        {
          headers: PAGE,
        },
      )
      assert.deepEqual([response.status, response.headers.get('Location')], [400, null], uri)
    }
  })
}
