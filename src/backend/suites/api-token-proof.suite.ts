import assert from 'node:assert/strict'
import { it } from 'node:test'
import { apiTokens, tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { stepUp } from '../../contract/login.ts'
import { API_PREFIX, fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { memberImpersonation, users } from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const NEW = { description: 'Nightly export', expiresInMinutes: null }
const PROVEN = '["pwd","mfa","otp"]'

export const describeApiTokenProof = (kit: () => Kit): void => {
  const force = () => setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'acme')
  const createOwn = (token: string) => kit().call('POST', tokensUser.createClientCredential.path, { token, body: NEW })
  const createForTenant = (token: string) =>
    kit().call('POST', tokensTenant.createClientCredential.path, { token, body: { ...NEW, roleIds: ['reader'] } })
  const bearer = async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const { clientId, secret } = (await createOwn(token)).body
    return (await kit().call('POST', apiTokens.exchangeApiToken.path, { body: { clientId, secret } })).body.accessToken
  }

  it('creates none for a session without the second factor that its account requires', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    await force()
    for (const create of [createOwn, createForTenant]) {
      const refused = await create(token)
      assert.equal(refused.status, 401)
      assert.match(refused.headers.get('WWW-Authenticate') ?? '', /insufficient_user_authentication/)
    }
    assert.equal(await kit().store.apiTokens.count({}), 0)
    await kit().store.sessions.update({ userId: 'ada' }, { amr: PROVEN })
    assert.equal((await createOwn(token)).status, 200)
  })

  it('creates none for a session older than the second factor of its user', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    await kit().store.users.update({ id: 'ada' }, { mfaEnrolled: true })
    assert.equal((await createOwn(token)).status, 401)
  })

  it('grants no additional roles to an existing one without that proof', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const { clientId } = (await createForTenant(token)).body
    await force()
    const path = fillPath(apiTokens.updateTenantApiToken.path, { tokenId: clientId })
    const change = (body: object) => kit().call('PATCH', path, { token, body })
    assert.equal((await change({ roleIds: ['admin'] })).status, 401)
    assert.equal((await change({ description: 'Renamed' })).status, 200)
  })

  it('keeps one that was created before the account required a second factor, until it is revoked', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const { clientId, secret } = (await createOwn(token)).body
    const exchange = () => kit().call('POST', apiTokens.exchangeApiToken.path, { body: { clientId, secret } })
    await force()
    const exchanged = await exchange()
    assert.equal(exchanged.status, 200)
    const read = { token: exchanged.body.accessToken }
    assert.equal((await kit().call('GET', session.getMyAuthorization.path, read)).status, 200)
    const path = fillPath(tokensUser.deleteClientCredential.path, { tokenId: clientId })
    assert.equal((await kit().call('DELETE', path, { token })).status, 200)
    assert.equal((await exchange()).status, 401)
    assert.equal((await kit().call('GET', session.getMyAuthorization.path, read)).status, 401)
  })

  it('can’t impersonate a user or start a session', async () => {
    const token = await bearer()
    const body = { tenantId: 'acme' }
    const calls: readonly [method: string, path: string, body: object][] = [
      ['POST', fillPath(memberImpersonation.startImpersonation.path, { userId: 'mel' }), {}],
      ['POST', stepUp.generateStepUpSession.path, {}],
      ['POST', users.getUserJwtForTenant.path, body],
      ['PUT', session.switchTenant.path, body],
    ]
    for (const [method, path, sent] of calls) {
      assert.equal((await kit().call(method, path, { token, body: sent })).status, 403, path)
    }
    const cookie = `fe_refresh_${kit().config.clientId.replaceAll('-', '')}=${token}`
    assert.equal((await kit().refresh(cookie)).status, 401)
    const silent = API_PREFIX + session.silentAuthorize.path
    assert.equal((await kit().call('POST', silent, { cookie, body: { tenantId: null } })).status, 401)
  })

  it('ends with the membership of its owner, at every exchange and every call', async () => {
    const { token } = await kit().signIn('max@multi.test')
    await kit().store.members.update({ id: 'acme-max' }, { roleIds: '["admin"]' })
    const { clientId, secret } = (await createOwn(token)).body
    const exchange = () => kit().call('POST', apiTokens.exchangeApiToken.path, { body: { clientId, secret } })
    const exchanged = (await exchange()).body.accessToken
    await kit().store.members.delete({ userId: 'max', tenantId: 'acme' })
    assert.equal((await exchange()).status, 401)
    const path = session.getMyAuthorization.path
    assert.equal((await kit().call('GET', path, { token: exchanged })).status, 401)
  })
}
