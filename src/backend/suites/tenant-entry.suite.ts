import assert from 'node:assert/strict'
import { it } from 'node:test'
import { session } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { connectSaml } from './saml-forgeries.test-kit.ts'

const SWITCH = session.switchTenant.path
const TOKEN = users.getUserJwtForTenant.path
const ME = session.getMe.path

export const describeTenantEntry = (kit: () => Kit): void => {
  const force = (enforceMFAType: string) => setPolicy(kit(), 'mfa', { enforceMFAType }, 'globex')
  const ask = (token: string, cookie: string) => ({
    switched: kit().call('PUT', SWITCH, { token, cookie, body: { tenantId: 'globex' } }),
    minted: kit().call('POST', TOKEN, { token, cookie, body: { tenantId: 'globex' } }),
    scoped: kit().call('GET', ME, { token, cookie, headers: { 'frontegg-scoped-tenant': 'globex' } }),
  })
  const statusesOf = async (token: string, cookie: string) => {
    const responses = ask(token, cookie)
    return [(await responses.switched).status, (await responses.minted).status, (await responses.scoped).status]
  }

  it('requires the second factor of an account that forces it, at every entry', async () => {
    await force('Force')
    const { token, cookie } = await kit().signIn('max@multi.test')
    for (const response of Object.values(ask(token, cookie))) {
      const { status, headers } = await response
      assert.equal(status, 401)
      assert.match(headers.get('WWW-Authenticate') ?? '', /error="insufficient_user_authentication".*acr_values=/)
    }
    const refused = await kit().refresh(cookie, { tenantId: 'globex' })
    assert.deepEqual([refused.status, refused.body.errors], [403, ['This account asks for a second factor']])
    const stays = await kit().refresh(cookie)
    assert.deepEqual([stays.status, stays.body.tenantId], [200, 'acme'])
  })

  it('admits a user who has proven it in this session', async () => {
    await force('Force')
    const { token, cookie } = await kit().signIn('max@multi.test')
    await kit().store.sessions.update({ userId: 'max' }, { amr: '["pwd","mfa","otp"]' })
    assert.deepEqual(await statusesOf(token, cookie), [200, 200, 200])
    assert.equal((await kit().refresh(cookie, { tenantId: 'globex' })).body.tenantId, 'globex')
  })

  it('requires nothing more from users who signed in through an identity provider if that is exempt', async () => {
    await force('ForceExceptSAML')
    const { token, cookie } = await kit().signIn('max@multi.test')
    assert.deepEqual(await statusesOf(token, cookie), [401, 401, 401])
    await connectSaml(kit(), { certificate: 'x' }, { tenantId: 'globex' })
    // The session may also be in Acme because its user has proven their own password.
    await kit().store.sessions.update({ userId: 'max' }, { amr: '["fed","sso","sso:saml-1","pwd","own:proof"]' })
    assert.deepEqual(await statusesOf(token, cookie), [200, 200, 200])
  })

  it('doesn’t exempt users who signed in through the identity provider of another account', async () => {
    await force('ForceExceptSAML')
    const { token, cookie } = await kit().signIn('max@multi.test')
    await connectSaml(kit(), { certificate: 'x' }, { tenantId: 'acme' })
    for (const amr of ['["fed","sso"]', '["fed","sso","sso:saml-1"]', '["fed","sso","sso:gone"]']) {
      await kit().store.sessions.update({ userId: 'max' }, { amr })
      assert.deepEqual(await statusesOf(token, cookie), [401, 401, 401], amr)
    }
  })

  it('doesn’t switch a user to such an account when their own was deleted', async () => {
    await force('Force')
    const { cookie } = await kit().signIn('max@multi.test')
    await kit().store.members.delete({ userId: 'max', tenantId: 'acme' })
    assert.equal((await kit().refresh(cookie)).status, 401)
  })

  it('requires nothing where no second factor is forced', async () => {
    const { token, cookie } = await kit().signIn('max@multi.test')
    assert.deepEqual(await statusesOf(token, cookie), [200, 200, 200])
  })
}
