import assert from 'node:assert/strict'
import { it } from 'node:test'
import { tokensUser } from '../../contract/api-tokens.ts'
import { sessions } from '../../contract/me.ts'
import { password } from '../../contract/password.ts'
import { API_PREFIX, fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { memberImpersonation, team } from '../../contract/users.ts'
import { createVerifier } from '../../rules/pkce.ts'
import { claimsOf } from './entry-paths.test-kit.ts'
import { impersonate, redeemImpersonation, type SignedIn, startImpersonation } from './impersonation.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { openFlows } from './oauth.test-kit.ts'

const ME = session.getMe.path
const STOP = memberImpersonation.stopImpersonation.path
const HOUR_MS = 3_600_000
const ADMIN = 'ada@acme.test'

const cookieNamed = (response: CallResponse, name: string): string =>
  response.cookies.find((cookie) => cookie.startsWith(name))?.split(';')[0] ?? ''

export const describeImpersonation = (kit: () => Kit): void => {
  const flows = openFlows(kit)
  const signIn = () => kit().signIn(ADMIN)
  const asMel = async () => {
    const actor = await signIn()
    return { actor, visit: await impersonate(kit(), actor, 'mel') }
  }
  const statusOf = async ({ token }: SignedIn) => (await kit().call('GET', ME, { token })).status
  const assertOver = async (visit: SignedIn) => {
    assert.equal(await statusOf(visit), 401)
    assert.equal((await kit().refresh(visit.cookie)).status, 401)
    const silent = API_PREFIX + session.silentAuthorize.path
    assert.equal((await kit().call('POST', silent, { cookie: visit.cookie, body: { tenantId: null } })).status, 401)
  }

  it('opens one session per token, which names the actor', async () => {
    const actor = await signIn()
    const { actorToken } = (await startImpersonation(kit(), actor, 'mel')).body
    assert.equal((await redeemImpersonation(kit(), { userId: 'rea', actorToken }, actor.cookie)).status, 400)
    const response = await redeemImpersonation(kit(), { userId: 'mel', actorToken }, actor.cookie)
    assert.equal(response.status, 200)
    const claims = claimsOf(response.body.accessToken)
    assert.deepEqual([claims.sub, claims.act], ['mel', { sub: 'ada', email: ADMIN, name: 'ada' }])
    assert.equal((await redeemImpersonation(kit(), { userId: 'mel', actorToken }, actor.cookie)).status, 400)
    const [row] = await kit().store.audits.list({ action: 'Impersonation started' })
    assert.deepEqual([row?.email, row?.severity], [ADMIN, 'High'])
  })

  it('expires after a minute unless it is used', async () => {
    const actor = await signIn()
    const { actorToken } = (await startImpersonation(kit(), actor, 'mel')).body
    kit().time.now += 61_000
    assert.equal((await redeemImpersonation(kit(), { userId: 'mel', actorToken }, actor.cookie)).status, 400)
  })

  it('doesn’t start in another browser or in another session of the same user', async () => {
    const actor = await signIn()
    const { actorToken } = (await startImpersonation(kit(), actor, 'mel')).body
    const other = await signIn()
    for (const cookie of [undefined, other.cookie]) {
      assert.equal((await redeemImpersonation(kit(), { userId: 'mel', actorToken }, cookie)).status, 400)
    }
    assert.equal((await redeemImpersonation(kit(), { userId: 'mel', actorToken }, actor.cookie)).status, 200)
  })

  it('changes no personal data, and creates nothing that outlives it', async () => {
    const { visit } = await asMel()
    assert.equal(await statusOf(visit), 200)
    const change = { password: 'Correct-Horse-9', newPassword: 'Another-Horse-9' }
    const refused = await kit().call('POST', password.changePassword.path, { ...visit, body: change })
    assert.equal(refused.status, 403)
    assert.deepEqual(refused.body.errors, ["You can't do this while impersonating a user"])
    const made = { description: 'mine', expiresInMinutes: 60 }
    const tokens = await kit().call('POST', tokensUser.createAccessToken.path, { ...visit, body: made })
    assert.equal(tokens.status, 403)
  })

  it('requires the permission, never grants more permissions, and never nests', async () => {
    assert.equal((await startImpersonation(kit(), await kit().signIn('mel@acme.test'), 'rea')).status, 403)
    const { actor, visit } = await asMel()
    assert.equal((await startImpersonation(kit(), actor, 'ada')).status, 400)
    assert.equal((await startImpersonation(kit(), actor, 'sam')).status, 404)
    assert.equal((await startImpersonation(kit(), visit, 'rea')).status, 403)
  })

  it('lasts an hour at most, however often it is refreshed, and so do its tokens', async () => {
    const { visit } = await asMel()
    const silent = API_PREFIX + session.silentAuthorize.path
    const body = { tenantId: null }
    const client = (await kit().call('POST', silent, { cookie: visit.cookie, body })).body
    kit().time.now += HOUR_MS - 60_000
    const refreshed = await kit().refresh(visit.cookie)
    assert.equal(refreshed.status, 200)
    assert.ok(refreshed.body.expiresIn <= 60)
    kit().time.now += 60_000
    await assertOver({ token: refreshed.body.accessToken, cookie: refreshed.cookies[0]?.split(';')[0] ?? '' })
    flows.assertRefused(await flows.refresh(client.refresh_token), 'invalid_grant')
  })

  const ENDINGS: Readonly<Record<string, (actor: SignedIn) => Promise<unknown>>> = {
    'the actor signs out': ({ cookie }) => kit().call('POST', session.logout.path, { cookie, body: {} }),
    'the actor ends their session from another device': async () =>
      kit().call('DELETE', sessions.deleteAllSessions.path, { token: (await signIn()).token }),
    'the actor is locked': () => kit().store.users.update({ id: 'ada' }, { lockedAt: kit().time.now }),
    'the actor changes the password elsewhere': async () => {
      const body = { password: 'Correct-Horse-9', newPassword: 'Another-Horse-9' }
      return kit().call('POST', password.changePassword.path, { token: (await signIn()).token, body })
    },
    'the actor leaves the account': () => kit().store.members.delete({ userId: 'ada', tenantId: 'acme' }),
    'the actor loses the permission': () =>
      kit().store.members.update({ userId: 'ada' }, { roleIds: JSON.stringify(['manager']) }),
    'the user leaves the account': () => kit().store.members.delete({ userId: 'mel', tenantId: 'acme' }),
    'the user ends it in the list of sessions': async () => {
      const own = await kit().signIn('mel@acme.test')
      return kit().call('DELETE', sessions.deleteAllSessions.path, { token: own.token })
    },
  }
  for (const [what, end] of Object.entries(ENDINGS)) {
    it(`ends when ${what}`, async () => {
      const { actor, visit } = await asMel()
      const client = await kit().call('POST', API_PREFIX + session.silentAuthorize.path, {
        cookie: visit.cookie,
        body: { tenantId: null },
      })
      const ended = (await end(actor)) as Partial<CallResponse>
      assert.ok(ended.status === undefined || ended.status < 300, JSON.stringify(ended.body))
      await assertOver(visit)
      flows.assertRefused(await flows.refresh(client.body.refresh_token), 'invalid_grant')
    })
  }

  it('ends when the user gets rights that the actor lacks', async () => {
    const impersonation = { id: 'p impersonate', key: 'fe.secure.write.impersonation', name: 'i', description: '' }
    await kit().store.permissions.insert({ ...impersonation, categoryId: 'team', createdAt: 0, updatedAt: 0 })
    const held = JSON.stringify(['p impersonate', 'p fe.secure.read.userApiTokens'])
    await kit().store.roles.update({ id: 'manager' }, { permissionIds: held })
    const visit = await impersonate(kit(), await kit().signIn('tom@acme.test'), 'mel')
    assert.equal(await statusOf(visit), 200)
    await kit().store.members.update({ userId: 'mel' }, { roleIds: JSON.stringify(['admin']) })
    await assertOver(visit)
  })

  it('continues while the actor is idle only because they are busy in it', async () => {
    const idle = { sessionIdleTimeoutConfiguration: { isActive: true, timeout: 300 } }
    await setPolicy(kit(), 'sessions', idle, 'acme')
    const { visit } = await asMel()
    kit().time.now += 200_000
    const second = await kit().refresh(visit.cookie)
    assert.equal(second.status, 200)
    kit().time.now += 200_000
    const third = await kit().refresh(second.cookies[0]?.split(';')[0] ?? '')
    assert.equal(third.status, 200)
    kit().time.now += 301_000
    assert.equal((await kit().refresh(third.cookies[0]?.split(';')[0] ?? '')).status, 401)
  })

  it('treats a user’s wildcard as more than a key below it', async () => {
    const impersonation = { id: 'p impersonate', key: 'fe.secure.write.impersonation', name: 'i', description: '' }
    await kit().store.permissions.insert({ ...impersonation, categoryId: 'team', createdAt: 0, updatedAt: 0 })
    await kit().store.roles.update({ id: 'manager' }, { permissionIds: JSON.stringify(['p impersonate']) })
    assert.equal((await startImpersonation(kit(), await kit().signIn('tom@acme.test'), 'ada')).status, 403)
  })

  it('requires the same proof from the actor as a new sign-in', async () => {
    const actor = await signIn()
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'acme')
    const refused = await startImpersonation(kit(), actor, 'mel')
    assert.equal(refused.status, 401)
    assert.match(refused.headers.get('WWW-Authenticate') ?? '', /insufficient_user_authentication/)
  })

  it('names the actor in every audit row and in the list of sessions', async () => {
    const { visit } = await asMel()
    const changed = await kit().refresh(visit.cookie)
    await kit().call('POST', session.logout.path, { cookie: visit.cookie, body: {} })
    assert.equal(changed.status, 200)
    const [row] = await kit().store.audits.list({ action: 'User signed out' })
    assert.deepEqual([row?.email, JSON.parse(row?.detail ?? '{}').actorEmail], ['mel@acme.test', ADMIN])

    const again = await impersonate(kit(), await signIn(), 'mel')
    const own = await kit().signIn('mel@acme.test')
    const listed = await kit().call('GET', sessions.listSessions.path, { token: own.token })
    const found = listed.body.filter((one: { impersonated: boolean }) => one.impersonated)
    assert.deepEqual(
      found.map((one: { impersonator: unknown }) => one.impersonator),
      [{ email: ADMIN, name: 'ada' }],
    )
    const seen = await kit().call('GET', sessions.listSessions.path, { token: again.token })
    assert.deepEqual(
      seen.body.map((one: { current: boolean }) => one.current),
      [true],
    )
  })

  it('names the actor in the audit rows of everything that applications and the browser do', async () => {
    const visit = await impersonate(kit(), await signIn(), 'max')
    const flow = { verifier: createVerifier(), ...visit }
    const exchanged = await flows.exchange(await flows.codeOf(flow), flow.verifier)
    assert.equal(exchanged.status, 200)
    assert.equal((await flows.refresh(exchanged.body.refresh_token)).status, 200)
    const silent = await kit().call('POST', API_PREFIX + session.silentAuthorize.path, {
      cookie: visit.cookie,
      body: { tenantId: null },
    })
    assert.equal(silent.status, 200)
    const refreshed = await kit().refresh(visit.cookie)
    assert.equal(refreshed.status, 200)
    const later = { token: refreshed.body.accessToken, cookie: cookieNamed(refreshed, 'fe_refresh') }
    const switched = await kit().call('PUT', session.switchTenant.path, { ...later, body: { tenantId: 'globex' } })
    assert.equal(switched.status, 403)
    const refused = await kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'rea' }), later)
    assert.equal(refused.status, 403)
    await kit().call('POST', session.logout.path, { cookie: later.cookie, body: {} })
    const rows = await kit().store.audits.list({ userId: 'max' })
    const actions = [...new Set(rows.map(({ action }) => action))]
    assert.deepEqual(actions.sort(), ['Permission refused', 'User signed in', 'User signed out'])
    for (const { action, detail } of rows) assert.equal(JSON.parse(detail).actorEmail, ADMIN, action)
  })

  it('names the actor when they use a permission of the user', async () => {
    const visit = await impersonate(kit(), await signIn(), 'tom')
    const removed = await kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'rea' }), {
      token: visit.token,
    })
    assert.equal(removed.status, 200)
    const rows = await kit().store.audits.list({ userId: 'tom' })
    assert.ok(rows.length > 0)
    for (const { detail } of rows) assert.equal(JSON.parse(detail).actorEmail, ADMIN)
  })

  it('stops on request and restores the browser’s own session', async () => {
    const actor = await signIn()
    const { actorToken } = (await startImpersonation(kit(), actor, 'mel')).body
    const started = await redeemImpersonation(kit(), { userId: 'mel', actorToken }, actor.cookie)
    const visit = cookieNamed(started, 'fe_refresh')
    const kept = cookieNamed(started, 'fe_actor')
    assert.match(started.cookies.find((cookie) => cookie.startsWith('fe_actor')) ?? '', /HttpOnly.*SameSite=Lax/)
    const stopped = await kit().call('POST', STOP, { cookie: `${visit}; ${kept}`, body: {} })
    assert.deepEqual([stopped.status, stopped.body], [200, { isRestored: true }])
    const back = await kit().refresh(cookieNamed(stopped, 'fe_refresh'))
    assert.equal(claimsOf(back.body.accessToken).sub, 'ada')
    assert.equal(await statusOf({ token: started.body.accessToken, cookie: visit }), 401)
    const [row] = await kit().store.audits.list({ action: 'Impersonation ended' })
    assert.equal(row?.email, ADMIN)
  })

  it('restores no session in a browser that stored none, or that signed in as another user', async () => {
    const { visit } = await asMel()
    const stopped = await kit().call('POST', STOP, { cookie: visit.cookie, body: {} })
    assert.deepEqual(stopped.body, { isRestored: false })

    const actor = await signIn()
    const { actorToken } = (await startImpersonation(kit(), actor, 'mel')).body
    const started = await redeemImpersonation(kit(), { userId: 'mel', actorToken }, actor.cookie)
    const kept = cookieNamed(started, 'fe_actor')
    const other = await kit().login('rea@acme.test', undefined, { cookie: kept })
    assert.ok(other.cookies.some((cookie) => cookie.startsWith('fe_actor') && cookie.includes('Max-Age=0')))
    const cookie = `${cookieNamed(other, 'fe_refresh')}; ${kept}`
    assert.equal((await kit().call('POST', STOP, { cookie, body: {} })).status, 400)
    assert.equal((await kit().call('POST', STOP, { body: {} })).status, 400)
  })

  it('signing out leaves neither session behind', async () => {
    const actor = await signIn()
    const { actorToken } = (await startImpersonation(kit(), actor, 'mel')).body
    const started = await redeemImpersonation(kit(), { userId: 'mel', actorToken }, actor.cookie)
    const cookie = `${cookieNamed(started, 'fe_refresh')}; ${cookieNamed(started, 'fe_actor')}`
    await kit().call('POST', session.logout.path, { cookie, body: {} })
    assert.equal(await statusOf(actor), 401)
  })
}
