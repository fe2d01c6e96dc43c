import assert from 'node:assert/strict'
import { it } from 'node:test'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import { session } from '../../contract/session.ts'
import { team } from '../../contract/users.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { useGuaranteedConnection } from './guaranteed-connection.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { appCode } from './mfa.test-kit.ts'
import { factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { MIA_SECRET } from './users.test-kit.ts'

const STEPS = ['the request', 'the response of the provider', 'the first factor'] as const

/** Tests that a sign-in that began before a change follows the rules that apply when it ends. */
export const describeHalfFinished = (kit: () => Kit): void => {
  const { add, vouch, keys } = useGuaranteedConnection(kit)

  /** Changes after which no session may begin, each while a sign-in by the connection is half finished. */
  const ENDS: Readonly<Record<string, () => Promise<unknown>>> = {
    'the connection is turned off': () => kit().store.ssoConnections.update({ id: 'saml-1' }, { enabled: false }),
    'the connection is deleted': () => kit().store.ssoConnections.delete({ id: 'saml-1' }),
    'the user is locked': () => kit().store.users.update({ id: 'una' }, { lockedAt: 1 }),
    'the membership is disabled': () => kit().store.members.update({ userId: 'una' }, { disabledAt: 1 }),
    'the account is suspended': () => kit().store.tenants.update({ id: 'acme' }, { suspendedAt: 1 }),
  }

  /** Runs a sign-in with an event after one of its steps. */
  const signInWith = async (email: string, after: (typeof STEPS)[number], event: () => Promise<unknown>) => {
    const at = async (step: (typeof STEPS)[number]) => step === after && (await event())
    const started = await startSaml(kit(), email)
    await at('the request')
    const facts = { ...factsFor(kit(), started, email), assertionId: `_${started.relayState}` }
    const posted = await postSaml(kit(), samlResponse(facts, keys()), started.relayState)
    await at('the response of the provider')
    const first = await redeemSaml(kit(), posted, started)
    await at('the first factor')
    if (first.body.mfaRequired !== true) return first
    const body = { mfaToken: first.body.mfaToken, value: await appCode(kit()) }
    return kit().call('POST', mfaLogin.verifyCode.path, { body })
  }
  const prepare = async (): Promise<string> => {
    const email = await add('una', ['member'])
    await addFactor(kit().ports, 'una', { kind: 'totp', value: { secret: MIA_SECRET } })
    return email
  }
  const isSignedIn = async ({ status, body }: CallResponse): Promise<boolean> =>
    status === 200 && (await kit().call('GET', session.getMe.path, { token: String(body.accessToken) })).status === 200

  it('ends with a session if nothing changed', async () => {
    assert.equal(await isSignedIn(await signInWith(await prepare(), 'the first factor', async () => undefined)), true)
  })

  for (const [what, event] of Object.entries(ENDS))
    for (const step of STEPS)
      it(`ends without a session if ${what} after ${step}`, async () => {
        const email = await prepare()
        assert.equal(await isSignedIn(await signInWith(email, step, event)), false)
        assert.equal(await kit().store.sessions.count({ userId: 'una', revokedAt: null }), 0)
      })

  it('ends without a session if the user is deleted after the first factor', async () => {
    const deletes = () => kit().store.users.delete({ id: 'una' })
    assert.equal(await isSignedIn(await signInWith(await prepare(), 'the first factor', deletes)), false)
  })

  for (const step of STEPS)
    it(`gives no right that no one vouches for if the user is promoted after ${step}`, async () => {
      const email = await prepare()
      await vouch('sec')
      const promote = () => kit().store.members.update({ userId: 'una' }, { roleIds: '["admin"]' })
      const { body } = await signInWith(email, step, promote)
      const read = await kit().call('GET', team.listMembers.path, { token: String(body.accessToken ?? '') })
      assert.notEqual(read.status, 200)
    })

  it('uses each step once, however often and concurrently it is retried', async () => {
    const email = await prepare()
    const started = await startSaml(kit(), email)
    const facts = { ...factsFor(kit(), started, email), assertionId: `_${started.relayState}` }
    const response = samlResponse(facts, keys())
    const posts = await Promise.all([1, 2, 3].map(() => postSaml(kit(), response, started.relayState)))
    const accepted = posts.filter(({ handle }) => handle !== null)
    assert.equal(accepted.length, 1)
    const [posted] = accepted
    assert.ok(posted)
    const firsts = await Promise.all([1, 2, 3].map(() => redeemSaml(kit(), posted, started)))
    const [first, ...others] = firsts.filter(({ status }) => status === 200)
    assert.ok(first && others.length === 0)
    const body = { mfaToken: first.body.mfaToken, value: await appCode(kit()) }
    const done = await Promise.all([1, 2, 3].map(() => kit().call('POST', mfaLogin.verifyCode.path, { body })))
    assert.equal(done.filter(({ status }) => status === 200).length, 1)
    assert.equal(await kit().store.sessions.count({ userId: 'una' }), 1)
  })
}
