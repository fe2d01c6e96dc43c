import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stepUp } from '../../contract/login.ts'
import { API_PREFIX, fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { sessionLimits } from '../../contract/session-limits.ts'
import { memberImpersonation, team, users } from '../../contract/users.ts'
import { createVerifier } from '../../rules/pkce.ts'
import { redeemImpersonation, type SignedIn } from './impersonation.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { openFlows } from './oauth.test-kit.ts'

/** Makes a new access token of a session without a proof of its user, or none. */
type Renewal = (kit: Kit, who: SignedIn) => Promise<unknown>

const HERE = { tenantId: 'acme' }

const tokenIn = ({ body }: CallResponse): unknown => body?.accessToken ?? body?.access_token

/** Every way to get another access token out of a session. */
const RENEWALS: Readonly<Record<string, Renewal>> = {
  'a refresh': async (kit, { cookie }) => tokenIn(await kit.refresh(cookie)),
  'a refresh that names the account': async (kit, { cookie }) => tokenIn(await kit.refresh(cookie, HERE)),
  'a switch into the same account': async (kit, { token, cookie }) => {
    await kit.call('PUT', session.switchTenant.path, { token, cookie, body: HERE })
    return tokenIn(await kit.refresh(cookie))
  },
  'a token for the account': async (kit, { token, cookie }) =>
    tokenIn(await kit.call('POST', users.getUserJwtForTenant.path, { token, cookie, body: HERE })),
  'a silent authorization': async (kit, { cookie }) =>
    tokenIn(await kit.call('POST', API_PREFIX + session.silentAuthorize.path, { cookie, body: { tenantId: null } })),
  'the refresh of a client': async (kit, { cookie }) => {
    const body = { tenantId: null }
    const silent = await kit.call('POST', API_PREFIX + session.silentAuthorize.path, { cookie, body })
    return tokenIn(await openFlows(() => kit).refresh(String(silent.body?.refresh_token)))
  },
  'an authorization code': async (kit, { cookie }) => {
    const flows = openFlows(() => kit)
    const verifier = createVerifier()
    const code = await flows.codeOf({ verifier, cookie, token: '' }, { prompt: 'none' })
    return tokenIn(await flows.exchange(code, verifier))
  },
  'staying signed in': async (kit, { token, cookie }) => {
    await kit.call('POST', sessionLimits.keepSession.path, { token, cookie, body: {} })
    return tokenIn(await kit.refresh(cookie))
  },
  'a step-up that was only begun': async (kit, { token, cookie }) => {
    const begun = await kit.call('POST', stepUp.generateStepUpSession.path, { token, cookie, body: {} })
    return tokenIn(begun) ?? tokenIn(await kit.refresh(cookie))
  },
  'the end of an impersonation that began while the proof was fresh': async (kit, { token, cookie }) => {
    kit.time.now -= 301_000
    const path = fillPath(memberImpersonation.startImpersonation.path, { userId: 'mel' })
    const started = await kit.call('POST', path, { token, cookie, body: {} })
    assert.equal(started.status, 200)
    const entered = await redeemImpersonation(kit, { userId: 'mel', actorToken: started.body.actorToken }, cookie)
    kit.time.now += 301_000
    const as = entered.cookies[0]?.split(';')[0] ?? ''
    const stop = memberImpersonation.stopImpersonation
    const stopped = await kit.call(stop.method, stop.path, { token: entered.body.accessToken, cookie: as, body: {} })
    return tokenIn(stopped) ?? tokenIn(await kit.refresh(cookie))
  },
}

/** Tests that a proof ages: no new token of an older session may claim that its user has just proven their identity. */
export const describeStaleProofs = (kit: () => Kit): void => {
  for (const [what, open] of Object.entries(RENEWALS)) {
    it(`doesn’t refresh the proof of a stale session by ${what}`, async () => {
      const who = await kit().signIn('ada@acme.test')
      kit().time.now += 301_000
      const { body: renewed, cookies } = await kit().refresh(who.cookie)
      const cookie = cookies[0]?.split(';')[0] ?? who.cookie
      const token = await open(kit(), { token: renewed.accessToken, cookie })
      if (typeof token !== 'string') throw new TypeError(`${what} gives no token`)
      const body = { email: 'new@acme.test', roleIds: ['admin'], provider: 'local' }
      const { status } = await kit().call('POST', team.addUser.path, { token, body })
      assert.ok([401, 403].includes(status), `${what}: ${status}`)
      assert.equal(await kit().store.members.count({ email: body.email }), 0)
    })
  }
}
