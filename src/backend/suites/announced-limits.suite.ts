import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountEntry } from '../../contract/accounts.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { ssoConnections } from '../../contract/sso.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { useGuaranteedConnection } from './guaranteed-connection.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const DAY_MS = 86_400_000

/** Tests what the portal shows of sessions that only an identity provider vouches for, before their users are refused. */
export const describeAnnouncedLimits = (kit: () => Kit): void => {
  const { add, arriveAs, confirm, send, setUp, vouch, shown } = useGuaranteedConnection(kit)

  const promote = (userId: string) => kit().store.members.update({ userId }, { roleIds: '["admin"]' })
  const noticesOf = async (token: string) => {
    const { status, body } = await kit().call('GET', guarantees.listInterruptions.path, { token })
    assert.equal(status, 200)
    return body
  }
  const connectionOf = async (email: string) => {
    const { token } = await kit().signIn(email)
    return (await noticesOf(token)).interruptions.find(({ kind }: { kind: string }) => kind === 'sso-connection')
  }

  const waysOf = async (token: string) =>
    (await kit().call('GET', fillPath(accountEntry.getWaysToEnter.path, { tenantId: 'acme' }), { token })).body

  it('names the administrators whom a connection refuses, their open sessions, and which of them have a sign-in method of their own', async () => {
    await vouch('sec')
    const una = await add('una', ['sso-admin'])
    await add('uwe', ['sso-admin'], { passwordHash: null })
    await arriveAs(una)
    await arriveAs(una)
    await arriveAs('uwe@saml.test')
    await kit().signIn(una)
    assert.equal((await shown()).administrators, undefined)
    await promote('una')
    await promote('uwe')
    const wanted = [
      { id: 'una', name: 'Ann', email: una, sessions: 2, hasOwnProof: true },
      { id: 'uwe', name: 'Ann', email: 'uwe@saml.test', sessions: 1, hasOwnProof: false },
    ]
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
    const plain = (list: { name: string; id: string }[]) => list.sort(byId).map((one) => ({ ...one, name: 'Ann' }))
    assert.deepEqual(plain((await shown()).administrators), wanted)
    assert.deepEqual(plain((await connectionOf('ada@acme.test')).administrators), wanted)
    await kit().store.sessions.update({ userId: 'una' }, { expiresAt: kit().time.now - DAY_MS })
    assert.equal((await shown()).administrators.find(({ id }: { id: string }) => id === 'una').sessions, 0)
    assert.equal((await confirm('ada@acme.test')).status, 200)
    assert.equal((await shown()).administrators, undefined)
  })

  it('counts no session that keeps all permissions of its user after the guarantor lost theirs', async () => {
    await vouch('sec')
    const una = await add('una', ['sso-admin'])
    const token = String((await arriveAs(una)).body.accessToken)
    const sessionsOf = async () => (await shown()).administrators.map((one: { sessions: number }) => one.sessions)
    await kit().store.members.update({ tenantId: 'acme', userId: 'sec' }, { roleIds: '[]' })
    assert.deepEqual([await sessionsOf(), (await noticesOf(token)).isWithheld], [[0], undefined])
    await promote('una')
    assert.deepEqual([await sessionsOf(), (await noticesOf(token)).isWithheld], [[1], true])
    // A session of an older release has no kept rights yet, and none is missing.
    await kit().store.sessions.update({ userId: 'una' }, { amr: '["fed","sso","sso:saml-1"]' })
    assert.deepEqual([await sessionsOf(), (await noticesOf(token)).isWithheld], [[0], undefined])
  })

  it('counts a session of the vendor’s staff, who may do everything', async () => {
    await vouch('sec')
    const una = await add('una', ['sso-admin'])
    const token = String((await arriveAs(una)).body.accessToken)
    await kit().store.users.update({ id: 'una' }, { superUser: true })
    assert.deepEqual([(await shown()).administrators[0].sessions, (await noticesOf(token)).isWithheld], [1, true])
  })

  it('names the administrators only to callers who may see the members of the account', async () => {
    await vouch('sec')
    await add('una', ['admin'], { passwordHash: null })
    const ofSec = async () => (await send('sec@acme.test', ssoConnections.listSsoConnectionDetails)).body[0].guarantee
    assert.deepEqual([(await shown()).administrators.length, (await shown()).exceeding], [1, 1])
    const { administrators, exceeding, withoutOwnProof } = await ofSec()
    assert.deepEqual([administrators, exceeding, withoutOwnProof], [undefined, 1, 0])
    const [ofAda, noticed] = [await connectionOf('ada@acme.test'), await connectionOf('sec@acme.test')]
    assert.deepEqual([ofAda.administrators.length, noticed.administrators, noticed.exceeding], [1, undefined, 1])
  })

  it('counts no password where passwords don’t sign in, and says who must use single sign-on', async () => {
    await vouch('sec')
    await add('una', ['sso-admin'])
    await promote('una')
    const { token } = await kit().signIn('ada@acme.test')
    const { path } = ssoConnections.listSsoConnectionDetails
    const una = async () => (await kit().call('GET', path, { token })).body[0].guarantee.administrators[0]
    assert.deepEqual([(await una()).hasOwnProof, (await una()).mustUseSso], [true, undefined])
    await setUp({ enforced: true })
    assert.deepEqual([(await una()).hasOwnProof, (await una()).mustUseSso], [true, true])
    await kit().store.ssoSetups.update({ id: 'saml-1' }, { exemptUserIds: '["una"]' })
    assert.equal((await una()).mustUseSso, undefined)
    await setPolicy(kit(), 'public-policy', { authStrategy: 'NoLocalAuthentication' })
    assert.equal((await una()).hasOwnProof, false)
    await addFactor(kit().ports, 'una', { kind: 'passkey', value: { credentialId: 'own' } })
    assert.equal((await una()).hasOwnProof, true)
  })

  it('counts beforehand who could be refused and has no sign-in method of their own, except full administrators', async () => {
    await vouch('ada')
    await add('una', ['sso-admin'])
    await add('uwe', ['sso-admin'], { passwordHash: null })
    await add('key', ['sso-admin'], { passwordHash: null })
    await add('idp', ['sso-admin'], { passwordHash: null })
    await add('max-admin', ['admin'], { passwordHash: null })
    await add('user', ['member'], { passwordHash: null })
    await addFactor(kit().ports, 'key', { kind: 'passkey', value: { credentialId: 'own' } })
    await addFactor(kit().ports, 'idp', { kind: 'passkey', value: { credentialId: 'marked', connectionId: 'saml-1' } })
    assert.equal((await shown()).withoutOwnProof, 2)
    await kit().store.users.update({ id: 'uwe' }, { passwordHash: `fake:${PASSWORD}` })
    assert.equal((await shown()).withoutOwnProof, 1)
  })

  it('shows a user that permissions of theirs don’t apply in the session, until they give a proof of their own', async () => {
    await vouch('sec')
    const una = await add('una', ['sso-admin'])
    const token = String((await arriveAs(una)).body.accessToken)
    assert.equal((await noticesOf(token)).isWithheld, undefined)
    await promote('una')
    assert.equal((await noticesOf(token)).isWithheld, true)
    const body = { password: PASSWORD }
    const proven = await kit().call('POST', accountEntry.provePassword.path, { token, body })
    assert.equal(proven.status, 200)
    assert.equal((await noticesOf(String(proven.body.accessToken))).isWithheld, undefined)
    assert.equal((await noticesOf((await kit().signIn(una)).token)).isWithheld, undefined)
  })

  it('offers a password by email only to a user without one, and no passkey that a provider vouches for', async () => {
    await vouch('sec')
    await add('una', ['sso-admin'], { passwordHash: null })
    const token = String((await arriveAs('una@saml.test')).body.accessToken)
    await addFactor(kit().ports, 'una', { kind: 'passkey', value: { credentialId: 'marked', connectionId: 'saml-1' } })
    const none = await waysOf(token)
    assert.deepEqual([none.password, none.passkey, none.canSetPassword], [false, false, true])
    await addFactor(kit().ports, 'una', { kind: 'passkey', value: { credentialId: 'own' } })
    await kit().store.users.update({ id: 'una' }, { passwordHash: `fake:${PASSWORD}` })
    const later = await waysOf(token)
    assert.deepEqual([later.password, later.passkey, later.canSetPassword], [true, true, false])
  })

  it('applies withheld permissions in the same session once its user has set a first password by the link', async () => {
    await vouch('sec')
    const una = await add('una', ['sso-admin'], { passwordHash: null })
    // A password doesn't sign in here, so the session must last.
    await setUp({ enforced: true })
    const arrived = await arriveAs(una)
    const token = String(arrived.body.accessToken)
    await promote('una')
    assert.deepEqual([(await noticesOf(token)).isWithheld, (await waysOf(token)).canSetPassword], [true, true])
    await kit().call('POST', password.forgotPassword.path, { token, body: { email: una, keepSessions: true } })
    const { url, userId, token: secret } = kit().lastLink()
    assert.equal(url.searchParams.get('keepSessions'), 'true')
    const chosen = { password: 'Brave-Otter-42' }
    const body = { userId, token: secret, ...chosen, signOutEverywhere: false }
    const set = await kit().call('POST', password.resetPassword.path, { body })
    assert.equal(set.status, 200)
    // An intruder's session could have requested the link; it gains nothing without the password.
    const guessed = await kit().call('POST', accountEntry.provePassword.path, { token, body: { password: 'Guess-42' } })
    assert.deepEqual([guessed.status, (await noticesOf(token)).isWithheld], [400, true])
    const proven = await kit().call('POST', accountEntry.provePassword.path, { token, body: chosen })
    assert.equal(proven.status, 200, JSON.stringify(proven.body))
    assert.equal((await noticesOf(String(proven.body.accessToken))).isWithheld, undefined)
  })

  it('offers no link to users who get no email', async () => {
    await vouch('sec')
    await add('una', ['sso-admin'], { passwordHash: null })
    const token = String((await arriveAs('una@saml.test')).body.accessToken)
    assert.equal((await waysOf(token)).canSetPassword, true)
    await kit().store.users.update({ id: 'una' }, { verified: false })
    assert.equal((await waysOf(token)).canSetPassword, false)
  })
}
