import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountEntry } from '../../contract/accounts.ts'
import { tokensUser } from '../../contract/api-tokens.ts'
import { login } from '../../contract/login.ts'
import { confirmations } from '../../contract/me.ts'
import { passkeys } from '../../contract/mfa.ts'
import { team } from '../../contract/users.ts'
import { aMemberRecord } from '../../testing/records.ts'
import { createAuthenticator } from './authenticator.test-kit.ts'
import { useGuaranteedConnection } from './guaranteed-connection.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

type Key = ReturnType<typeof createAuthenticator>

/**
 * Tests what an administrator of single sign-on could prepare as a user of the connection's domain, before that user is
 * promoted and a sign-in by the provider is refused.
 */
export const describeProviderCredentials = (kit: () => Kit): void => {
  const { add, arriveAs, confirm, cookieOf, vouch } = useGuaranteedConnection(kit)

  const addKey = async (token: string): Promise<Key> => {
    const key = createAuthenticator()
    const started = await kit().call('POST', passkeys.startDeviceRegistration.path, { token })
    const body = { ...key.register(started.body.options.challenge), deviceType: 'Platform' }
    assert.equal((await kit().call('POST', passkeys.verifyDeviceRegistration.path, { token, body })).status, 200)
    return key
  }
  const signInBy = async (key: Key): Promise<CallResponse> => {
    const { options } = (await kit().call('POST', login.webauthnPreLogin.path, { body: {} })).body
    return kit().call('POST', login.webauthnPostLogin.path, { body: key.sign(options.challenge) })
  }
  const addToken = async (token: string): Promise<string> => {
    const body = { description: 'Script', expiresInMinutes: null }
    return (await kit().call('POST', tokensUser.createAccessToken.path, { token, body })).body.secret
  }
  const reads = async (token: string) => (await kit().call('GET', team.listMembers.path, { token })).status

  /** Signs Una in as an ordinary user, while `sec`, who may only change single sign-on, vouches for the connection. */
  const prepare = async () => {
    const permission = { name: 'x', description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
    const key = 'fe.secure.write.userApiTokens'
    await kit().store.permissions.insert({ id: `p ${key}`, key, ...permission })
    await kit().store.roles.update({ id: 'member' }, { permissionIds: JSON.stringify([`p ${key}`]) })
    await setPolicy(kit(), 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    await vouch('sec')
    const email = await add('una', ['member'])
    const arrived = await arriveAs(email)
    const token = String(arrived.body.accessToken)
    return { email, token, cookie: cookieOf(arrived), key: await addKey(token), secret: await addToken(token) }
  }
  const promote = () => kit().store.members.update({ userId: 'una' }, { roleIds: '["admin"]' })

  it('give a promoted user no more than the guarantor of the connection, until someone confirms it', async () => {
    const { token, key, secret } = await prepare()
    await promote()
    assert.equal(await reads(secret), 403)
    assert.equal((await signInBy(key)).status, 403)
    const asked = await kit().call('POST', confirmations.startPasskeyConfirmation.path, { token })
    const confirmed = { token, body: key.sign(asked.body.options.challenge) }
    assert.equal((await kit().call('POST', confirmations.confirmByPasskey.path, confirmed)).status, 403)
    const { options } = (await kit().call('POST', login.webauthnPreLogin.path, { body: {} })).body
    const proven = { token, body: key.sign(options.challenge) }
    assert.equal((await kit().call('POST', accountEntry.provePasskey.path, proven)).status, 403)
    assert.equal((await kit().store.audits.count({ tenantId: 'acme', action: 'Sign-in refused' })) > 0, true)

    assert.equal((await confirm('ada@acme.test')).status, 200)
    assert.equal(await reads(secret), 200)
    assert.equal((await signInBy(key)).status, 200)
  })

  it('stop no ordinary user, whatever happens to the guarantor or the connection', async () => {
    const { cookie, key, secret } = await prepare()
    const works = async () => [(await signInBy(key)).status, (await kit().refresh(cookie)).status, await reads(secret)]
    assert.deepEqual(await works(), [200, 200, 403])
    await kit().store.members.delete({ userId: 'sec' })
    assert.equal((await signInBy(key)).status, 200)
    await kit().store.ssoConnections.delete({ id: 'saml-1' })
    assert.equal((await signInBy(key)).status, 200)
    assert.equal(await reads(secret), 403, 'ordinary users don’t list members')
  })

  it('give an administrator nothing after the connection was deleted', async () => {
    const { key, secret } = await prepare()
    await promote()
    await kit().store.ssoConnections.delete({ id: 'saml-1' })
    assert.equal((await signInBy(key)).status, 403)
    assert.equal(await reads(secret), 403)
  })

  it('don’t affect what a user adds after they have proven their own password', async () => {
    const { email } = await prepare()
    const { token, cookie } = await kit().signIn(email)
    const key = await addKey(token)
    const secret = await addToken(token)
    await promote()
    assert.equal((await signInBy(key)).status, 200)
    assert.equal((await kit().refresh(cookie)).status, 200)
    assert.equal(await reads(secret), 200)
  })

  it('don’t count as a way in for the last administrator of an account', async () => {
    const { key } = await prepare()
    await kit().store.users.update({ id: 'una' }, { passwordHash: null })
    await kit().store.members.delete({ tenantId: 'acme', userId: 'tom' })
    await kit().store.members.insert(aMemberRecord({ id: 'globex-ada', tenantId: 'globex', userId: 'ada' }))
    await promote()
    assert.equal((await signInBy(key)).status, 403)
    const { token } = await kit().signIn('ada@acme.test')
    const body = { id: 'ada', roleIds: ['member'] }
    assert.equal((await kit().call('PUT', team.updateMember.path, { token, body })).status, 409)
  })
}
