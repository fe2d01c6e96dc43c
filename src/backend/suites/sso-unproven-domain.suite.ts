import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { quickPhone } from '../../contract/login.ts'
import { selfService } from '../../contract/me.ts'
import { passkeys } from '../../contract/mfa.ts'
import { session } from '../../contract/session.ts'
import { aMemberRecord, aUserRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { aUser, connect, validateDomain } from './scim.test-kit.ts'

const OWNER = 'owner@company.test'

/** Tests an account that skips the check of email domains and can therefore choose which emails its provider sends. */
export const describeSsoUnprovenDomain = (kit: () => Kit): void => {
  let keys: Credentials
  before(async () => {
    keys = await providerKeys()
  })
  beforeEach(() => connectSaml(kit(), keys, { skipEmailDomainValidation: true }))

  const signIn = async (email: string) => {
    const started = await startSaml(kit())
    const facts = { ...factsFor(kit(), started, email), assertionId: `_${started.relayState}` }
    return redeemSaml(kit(), await postSaml(kit(), samlResponse(facts, keys), started.relayState), started)
  }

  const entering = (token: string, tenantId: string) =>
    kit().call('GET', session.getMe.path, { token, headers: { 'frontegg-scoped-tenant': tenantId } })

  it('signs a user of an unverified domain in to the account, and keeps their email unverified', async () => {
    const { status, body } = await signIn(OWNER)
    assert.deepEqual([status, body.tenantId], [200, 'acme'])
    const user = await kit().store.users.find({ email: OWNER })
    assert.equal(user?.verified, false)
    assert.equal((await kit().store.members.find({ userId: user?.id ?? '' }))?.verified, false)
    assert.equal((await signIn(OWNER)).status, 200, 'and again')
  })

  it('grants no access to the account whose directory adds the owner of that email', async () => {
    const stranger = await signIn(OWNER)
    await validateDomain(kit(), 'company.test', 'globex')
    const { scim } = await connect(kit(), { email: 'gia@globex.test' })
    assert.equal((await scim('POST', '/Users', { body: aUser(OWNER) })).status, 201)
    assert.equal((await entering(stranger.body.accessToken, 'globex')).status, 403)
  })

  const post = (token: string, path: string, body: object) => kit().call('POST', path, { token, body })
  const addPasskey = (token: string) => post(token, passkeys.startDeviceRegistration.path, {})
  const addPhone = (token: string) => post(token, quickPhone.setPhoneNumber.path, { phoneNumber: '+12025550188' })

  /** Makes changes that would sign a user in after they left or joined another account. */
  const changes = (token: string) =>
    Promise.all([
      addPasskey(token),
      addPhone(token),
      post(token, selfService.startSocialLink.path, { provider: 'google', state: 'state-of-the-sign-in' }),
      post(token, selfService.startEmailChange.path, { email: 'other@company.test' }),
      post(token, selfService.deleteUser.path, { email: 'mel@acme.test' }),
    ])

  it('adds no way to sign in to a member with a proven email, unless the account verified its domain', async () => {
    await kit().store.users.update({ id: 'mel' }, { passwordHash: null })
    const { status, body } = await signIn('mel@acme.test')
    assert.equal(status, 200)
    const refused = await changes(body.accessToken)
    assert.deepEqual(
      refused.map((one) => [one.status, /without the identity provider/.test(String(one.body.errors))]),
      refused.map(() => [403, true]),
    )
    await validateDomain(kit(), 'acme.test')
    assert.equal((await addPasskey(body.accessToken)).status, 200)
    assert.equal((await addPhone(body.accessToken)).status, 200)
  })

  it('doesn’t sign in users of a domain that another account has verified, known or new', async () => {
    await kit().store.users.insert(aUserRecord({ id: 'owner', email: OWNER, verified: true }))
    await kit().store.members.insert(aMemberRecord({ id: 'm', userId: 'owner', email: OWNER, tenantId: 'acme' }))
    assert.equal((await signIn(OWNER)).status, 200)
    await validateDomain(kit(), 'company.test', 'globex')
    for (const email of [OWNER, 'new@company.test']) {
      const { status, body } = await signIn(email)
      assert.equal(status, 403)
      assert.match(String(body.errors), /Another account has verified the domain/)
    }
    assert.equal(await kit().store.users.count({ email: 'new@company.test' }), 0)
  })

  it('signs in users of a domain that the account verified for another connection', async () => {
    await validateDomain(kit(), 'company.test', 'acme')
    assert.equal((await signIn(OWNER)).status, 200)
  })

  it('doesn’t sign in a user who has yet to accept the invitation of that account', async () => {
    await kit().store.users.insert(aUserRecord({ id: 'owner', email: OWNER, verified: true }))
    const invited = { id: 'm', userId: 'owner', email: OWNER, tenantId: 'acme', activated: false }
    await kit().store.members.insert(aMemberRecord(invited))
    assert.equal((await signIn(OWNER)).status, 403)
    assert.equal((await kit().store.members.get('m'))?.activated, false)
    assert.equal(await kit().store.sessions.count({ userId: 'owner' }), 0)
  })
}
