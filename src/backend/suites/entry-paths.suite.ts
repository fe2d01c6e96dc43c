import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stepUp } from '../../contract/login.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { claimsOf, ENTRY_PATHS, ME } from './entry-paths.test-kit.ts'
import { impersonate } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { openFlows } from './oauth.test-kit.ts'

/** A member of acme, where sign-ins start, and an administrator of globex. */
const MAX = 'max@multi.test'
const SILENT = API_PREFIX + session.silentAuthorize.path

export const describeEntryPaths = (kit: () => Kit): void => {
  const force = () => setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'globex')
  const nameTenants = () => kit().store.tenants.update({ id: 'globex' }, { alias: 'globex-alias' })
  const leaveAcme = () => kit().store.members.delete({ userId: 'max', tenantId: 'acme' })
  const flows = openFlows(kit)

  for (const [name, enter] of Object.entries(ENTRY_PATHS)) {
    describe(`through ${name}`, () => {
      it('lets a member in', async () => {
        await nameTenants()
        const found = await enter(kit(), await kit().signIn(MAX), 'globex')
        assert.deepEqual(found, { tenantId: 'globex', tenantIds: ['acme', 'globex'] })
      })

      it('keeps out a session without the second factor that the tenant requires', async () => {
        await nameTenants()
        await force()
        assert.equal(await enter(kit(), await kit().signIn(MAX), 'globex'), undefined)
      })

      it('keeps out a user who isn’t a member', async () => {
        await nameTenants()
        assert.equal(await enter(kit(), await kit().signIn('ada@acme.test'), 'globex'), undefined)
      })

      it('keeps an impersonation session in its tenant', async () => {
        await nameTenants()
        const visit = await impersonate(kit(), await kit().signIn('ada@acme.test'), 'max')
        assert.equal(await enter(kit(), visit, 'globex'), undefined)
        const me = await kit().call('GET', ME, { token: visit.token })
        assert.deepEqual([me.body.tenantId, me.body.tenantIds], ['acme', ['acme']])
        assert.equal(me.body.tenants.length, 1)
        assert.deepEqual(claimsOf(visit.token).tenantIds, ['acme'])
      })
    })
  }

  describe('when the membership a session was using has ended', () => {
    it('a refresh does not continue in a tenant that requires more', async () => {
      await force()
      const { cookie } = await kit().signIn(MAX)
      await leaveAcme()
      assert.equal((await kit().refresh(cookie)).status, 401)
    })

    it('a client of the authorization server does not either', async () => {
      await force()
      const { cookie } = await kit().signIn(MAX)
      const tokens = (await kit().call('POST', SILENT, { cookie, body: { tenantId: null } })).body
      await leaveAcme()
      flows.assertRefused(await flows.refresh(tokens.refresh_token), 'invalid_grant')
      assert.equal((await kit().call('POST', SILENT, { cookie, body: { tenantId: null } })).status, 400)
      assert.equal((await kit().call('GET', ME, { token: tokens.access_token })).status, 403)
    })

    it('a code that was issued before yields no tokens', async () => {
      const flow = await flows.start(MAX)
      const code = await flows.codeOf(flow)
      await leaveAcme()
      flows.assertRefused(await flows.exchange(code, flow.verifier), 'invalid_grant')
    })

    it('an impersonation session continues nowhere', async () => {
      const { token, cookie } = await impersonate(kit(), await kit().signIn('ada@acme.test'), 'max')
      const tokens = (await kit().call('POST', SILENT, { cookie, body: { tenantId: null } })).body
      await leaveAcme()
      assert.equal((await kit().refresh(cookie)).status, 401)
      assert.notEqual((await kit().call('GET', ME, { token })).status, 200)
      flows.assertRefused(await flows.refresh(tokens.refresh_token), 'invalid_grant')
    })

    it('a step-up that has nothing left to prove yields no token', async () => {
      const { token, cookie } = await kit().signIn(MAX)
      await kit().store.sessions.update({ userId: 'max' }, { amr: '["pwd","mfa","otp"]' })
      const strong = (await kit().refresh(cookie)).body.accessToken
      await leaveAcme()
      const path = stepUp.generateStepUpSession.path
      for (const one of [token, strong]) {
        assert.equal((await kit().call('POST', path, { token: one, body: {} })).status, 403)
      }
    })
  })

  it('issues tokens for one tenant to a client that switched, after the policy was met', async () => {
    await force()
    const { cookie } = await kit().signIn(MAX)
    await kit().store.sessions.update({ userId: 'max' }, { amr: '["pwd","mfa","otp"]' })
    const tokens = (await kit().call('POST', SILENT, { cookie, body: { tenantId: 'globex' } })).body
    const renewed = await flows.refresh(tokens.refresh_token)
    assert.equal(claimsOf(renewed.body.access_token).tenantId, 'globex')
  })

  it('requires the factor from an enrolled user of the authorization server instead of refusing them', async () => {
    await force()
    const flow = await flows.start(MAX)
    await kit().store.users.update({ id: 'max' }, { mfaEnrolled: true })
    const response = await flows.ask(flow, { tenantId: 'globex' })
    assert.match(response.headers.get('Location') ?? '', /step-up/)
    const silent = await flows.ask(flow, { tenantId: 'globex', prompt: 'none' })
    assert.match(silent.headers.get('Location') ?? '', /error=login_required/)
  })
}
