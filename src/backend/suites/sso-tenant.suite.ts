import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import { aMemberRecord, aUserRecord } from '../../testing/records.ts'
import { HOME, OFFICE, restrict } from './ip-restrictions.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { appCode, pendingSecret, setPolicy } from './mfa.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'

const EMAIL = 'two@saml.test'
const REFUSED = /This account doesn't allow access from your IP address/

export const describeSsoTenant = (kit: () => Kit): void => {
  let keys: Credentials
  before(async () => {
    keys = await providerKeys()
  })

  /** Adds a member of Acme, whose provider signs them in, and of Globex, which they used last. */
  beforeEach(async () => {
    await connectSaml(kit(), keys)
    await kit().store.users.insert(aUserRecord({ id: 'two', email: EMAIL, tenantId: 'globex', passwordHash: null }))
    for (const tenantId of ['acme', 'globex'])
      await kit().store.members.insert(aMemberRecord({ id: `${tenantId}-two`, userId: 'two', email: EMAIL, tenantId }))
    kit().peer.address = HOME
  })

  const signIn = async () => {
    const started = await startSaml(kit(), EMAIL)
    const facts = { ...factsFor(kit(), started, EMAIL), assertionId: `_${started.relayState}` }
    return redeemSaml(kit(), await postSaml(kit(), samlResponse(facts, keys), started.relayState), started)
  }

  const expectNowhere = async () => {
    assert.equal(await kit().store.sessions.count({ userId: 'two' }), 0)
    assert.equal((await kit().store.users.get('two'))?.tenantId, 'globex', 'the last account is remembered as it was')
  }

  it('opens the account of the identity provider, whichever account the user was in last', async () => {
    const { status, body } = await signIn()
    assert.deepEqual([status, body.tenantId], [200, 'acme'])
  })

  it('is refused if that account refuses the IP address, and opens no other account', async () => {
    await restrict(kit(), { ips: [OFFICE] })
    const { status, body } = await signIn()
    assert.equal(status, 403)
    assert.match(String(body.errors), REFUSED)
    await expectNowhere()
    const rows = await kit().store.audits.list({ tenantId: 'acme', action: 'IP address refused' })
    assert.equal(rows.length, 1)
    kit().peer.address = OFFICE
    assert.equal((await signIn()).body.tenantId, 'acme')
  })

  it('is refused where the access to that account has ended', async () => {
    await kit().store.members.update({ id: 'acme-two' }, { temporaryUntil: kit().time.now - 1 })
    const { status, body } = await signIn()
    assert.deepEqual([status, body.errors], [403, ["You don't belong to this account"]])
    await expectNowhere()
  })

  it('stays with that account after the second factor that it requires', async () => {
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'acme')
    const verify = async ({ body: started }: Awaited<ReturnType<typeof signIn>>) => {
      assert.equal(started.mfaRequired, true)
      const value = await appCode(kit(), await pendingSecret(kit(), 'two'))
      return kit().call('POST', mfaLogin.verifyCode.path, { body: { mfaToken: started.mfaToken, value } })
    }
    const first = await signIn()
    await restrict(kit(), { ips: [OFFICE] })
    const refused = await verify(first)
    assert.equal(refused.status, 403)
    assert.match(String(refused.body.errors), REFUSED)
    await expectNowhere()
  })
}
