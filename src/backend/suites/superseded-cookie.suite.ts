import assert from 'node:assert/strict'
import { it } from 'node:test'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { memberImpersonation } from '../../contract/users.ts'
import { createVerifier } from '../../rules/pkce.ts'
import { redeemImpersonation, startImpersonation } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { locationOf, openFlows } from './oauth.test-kit.ts'

const EMAIL = 'ada@acme.test'
const SILENT = API_PREFIX + session.silentAuthorize.path

/** Returns whether a browser with this cookie gets what a signed-in browser gets. */
type Reader = (kit: Kit, cookie: string) => Promise<boolean>

const isOk = async (response: Promise<{ status: number }>) => (await response).status === 200

/** Every call that reads the browser's session from its cookie. */
const READERS: Readonly<Record<string, Reader>> = {
  'a refresh': (kit, cookie) => isOk(kit.refresh(cookie)),
  'a refresh that names a tenant': (kit, cookie) => isOk(kit.refresh(cookie, { tenantId: 'acme' })),
  'silent authorization': (kit, cookie) => isOk(kit.call('POST', SILENT, { cookie, body: { tenantId: null } })),
  'silent authorization of a tenant': (kit, cookie) =>
    isOk(kit.call('POST', SILENT, { cookie, body: { tenantId: 'acme' } })),
  'an authorization request': async (kit, cookie) => {
    const response = await openFlows(() => kit).ask({ verifier: createVerifier(), cookie })
    return locationOf(response).searchParams.has('code')
  },
  'an authorization request without a page': async (kit, cookie) => {
    const response = await openFlows(() => kit).ask({ verifier: createVerifier(), cookie }, { prompt: 'none' })
    return locationOf(response).searchParams.has('code')
  },
  'the start of an impersonation session': async (kit, cookie) => {
    const before = await kit.store.sessions.find({ userId: 'ada' })
    const { token } = await kit.signIn(EMAIL)
    const { actorToken } = (await startImpersonation(kit, { token, cookie }, 'mel')).body
    const detail = JSON.stringify({ actorId: 'ada', actorSessionId: before?.id })
    await kit.store.tickets.update({ purpose: 'impersonation' }, { detail })
    return isOk(redeemImpersonation(kit, { userId: 'mel', actorToken }, cookie))
  },
}

/** Calls that end the session anyway; a superseded cookie must be recorded there as well. */
const ENDERS: Readonly<Record<string, (kit: Kit, cookie: string) => Promise<unknown>>> = {
  'signing out': (kit, cookie) => kit.call('POST', session.logout.path, { cookie, body: {} }),
  'signing out of the authorization server': (kit, cookie) =>
    kit.page('GET', API_PREFIX + session.oauthLogout.path, { cookie }),
}

export const describeSupersededCookies = (kit: () => Kit): void => {
  const superseded = async (afterMs: number) => {
    const { cookie, token } = await kit().signIn(EMAIL)
    const newest = (await kit().refresh(cookie)).cookies[0]?.split(';')[0] ?? ''
    kit().time.now += afterMs
    return { cookie, token, newest }
  }
  const graceMs = () => kit().config.refreshGraceSeconds * 1_000
  const reuses = () => kit().store.audits.count({ action: 'Refresh token reused' })

  for (const [name, read] of Object.entries(READERS)) {
    it(`${name} accepts the predecessor within the grace time`, async () => {
      const { cookie } = await superseded(graceMs())
      assert.equal(await read(kit(), cookie), true)
      assert.equal(await reuses(), 0)
    })

    it(`${name} ends the session when its cookie was superseded before the grace time`, async () => {
      const { cookie, newest } = await superseded(graceMs() + 1)
      assert.equal(await read(kit(), cookie), false)
      assert.equal(await reuses(), 1)
      assert.equal((await kit().refresh(newest)).status, 401)
    })
  }

  for (const [name, end] of Object.entries(ENDERS)) {
    it(`${name} with a superseded cookie ends the session and records the reuse`, async () => {
      const { cookie, newest } = await superseded(graceMs() + 1)
      await end(kit(), cookie)
      assert.equal(await reuses(), 1)
      assert.equal((await kit().refresh(newest)).status, 401)
    })
  }

  it('stopping an impersonation with a superseded cookie restores no session', async () => {
    const actor = await kit().signIn(EMAIL)
    const { actorToken } = (await startImpersonation(kit(), actor, 'mel')).body
    const started = await redeemImpersonation(kit(), { userId: 'mel', actorToken }, actor.cookie)
    const [visit = '', kept = ''] = started.cookies.map((cookie) => cookie.split(';')[0] ?? '')
    const newest = (await kit().refresh(visit)).cookies[0]?.split(';')[0] ?? ''
    kit().time.now += graceMs() + 1
    const stop = memberImpersonation.stopImpersonation.path
    const stopped = await kit().call('POST', stop, { cookie: `${visit}; ${kept}`, body: {} })
    assert.deepEqual([stopped.status, stopped.cookies], [401, []])
    assert.equal((await kit().refresh(newest)).status, 401)
    assert.equal(await reuses(), 1)
  })
}
