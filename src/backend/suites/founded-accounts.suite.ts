import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { invitation } from '../../contract/invitation.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { activation } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { aDirectoryConnectionRecord } from '../../testing/records.ts'
import { moveSubtree } from '../domain/identity/tenants/account-tree.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { expectOk, OWNER, OWNER_PASSWORD, type Planted, plant, post } from './pre-hijack.test-kit.ts'
import { addSecondAdministrator, addUnprovenMember, demote } from './pre-hijack-accounts.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { SECRET } from './webhooks.test-kit.ts'

const BOB = 'bob@team.test'
const PLAN = { planId: 'pro', expireTime: -1, extras: [{ feature: 'exports', expireTime: -1 }] }
const HOOK = { secret: SECRET, displayName: 'Copy', description: '', url: 'http://localhost:9/', isActive: true }

/** Lets the founder prove the email by a password reset, in a browser that didn't sign up. */
const resetPassword = async (kit: Kit): Promise<void> => {
  expectOk(await post(kit, password.forgotPassword.path, { email: OWNER }))
  const { userId, token } = kit.lastLink()
  expectOk(await post(kit, password.resetPassword.path, { userId, token, password: OWNER_PASSWORD }))
}

const addWebhook = (kit: Kit, token: string) =>
  post(kit, connectivity.createWebhook.path, { ...HOOK, eventKeys: ['frontegg.user.updated'] }, { token })

/** Returns the members of an account and their roles. */
const membersOf = async ({ kit, tenantId }: Planted) => {
  const members = await kit.store.members.list({ tenantId })
  return Object.fromEntries(members.map(({ email, activated, roleIds }) => [email, { activated, roleIds }]))
}

const founderMemberships = async ({ kit, userId }: Planted) =>
  (await kit.store.members.list({ userId, activated: true })).map(({ tenantId }) => tenantId)

export const describeFoundedAccounts = (kit: () => Kit): void => {
  let idp: Credentials
  before(async () => {
    idp = await providerKeys()
  })

  const topRole = async ({ tenantId, userId }: Planted) =>
    (await kit().store.members.find({ tenantId, userId }))?.roleIds ?? ''

  it('a founder whom another administrator demoted gets no roles back by proving the email, and removes no one', async () => {
    const planted = await plant(kit())
    const top = await topRole(planted)
    const bob = await addSecondAdministrator(planted, BOB)
    expectOk(await addWebhook(kit(), bob))
    await demote(planted, bob)
    await resetPassword(kit())
    assert.deepEqual(await membersOf(planted), {
      [OWNER]: { activated: false, roleIds: '["member"]' },
      [BOB]: { activated: true, roleIds: top },
    })
    assert.equal(await kit().store.webhooks.count({ tenantId: planted.tenantId }), 1)
  })

  it('a founder whose account others have joined must confirm by email before they enter it again, and keeps their roles', async () => {
    const planted = await plant(kit())
    const top = await topRole(planted)
    await addSecondAdministrator(planted, BOB)
    await resetPassword(kit())
    const [own, ...more] = await founderMemberships(planted)
    assert.notEqual(own, planted.tenantId)
    assert.deepEqual(more, [])
    const entered = expectOk(await kit().login(OWNER, OWNER_PASSWORD)).body
    assert.equal(entered.tenantId, own)
    const mail = kit().mails.find(({ subject }) => subject.startsWith('Rejoin Planted'))
    const link = new URL(mail?.text.match(/https?:\S+/)?.[0] ?? '')
    const body = Object.fromEntries(link.searchParams)
    expectOk(await post(kit(), invitation.acceptInvitation.path, body))
    assert.deepEqual((await membersOf(planted))[OWNER], { activated: true, roleIds: top })
    const rows = await kit().store.audits.list({ tenantId: planted.tenantId, action: 'Founder invited' })
    assert.deepEqual(
      rows.map(({ severity }) => severity),
      ['High'],
    )
  })

  it('the activation link of the sign-up does not open an account that others have joined', async () => {
    const planted = await plant(kit())
    await addSecondAdministrator(planted, BOB)
    const body = { ...planted.link, password: OWNER_PASSWORD }
    const entered = expectOk(await post(kit(), activation.activateAccount.path, body)).body
    assert.notEqual(entered.tenantId, planted.tenantId)
    assert.equal((await membersOf(planted))[OWNER]?.activated, false)
  })

  it('a founder who was removed removes no one by proving the email', async () => {
    const planted = await plant(kit())
    const bob = await addSecondAdministrator(planted, BOB)
    const { token } = await kit().signIn('ada@acme.test')
    expectOk(await post(kit(), team.addUser.path, { provider: 'local', email: OWNER, roleIds: ['member'] }, { token }))
    const invited = kit().lastLink()
    const path = fillPath(team.deleteMember.path, { userId: planted.userId })
    expectOk(await kit().call('DELETE', path, { token: bob }))
    assert.equal((await kit().store.tenants.get(planted.tenantId))?.founderId, null)
    const { userId, token: secret } = invited
    const body = { userId, token: secret, password: OWNER_PASSWORD }
    const entered = expectOk(await post(kit(), activation.activateAccount.path, body)).body
    assert.equal(entered.tenantId, 'acme')
    assert.deepEqual(Object.keys(await membersOf(planted)), [BOB])
    assert.deepEqual(await founderMemberships(planted), ['acme'])
  })

  it('a founder who first signs in by their own account’s single sign-on keeps everything', async () => {
    const planted = await plant(kit())
    const { tenantId } = planted
    const top = await topRole(planted)
    await addSecondAdministrator(planted, BOB)
    expectOk(await addWebhook(kit(), planted.token))
    await connectSaml(kit(), idp, { tenantId })
    await kit().store.ssoDomains.update({ id: 'd-1' }, { tenantId })
    const directory = aDirectoryConnectionRecord({ id: 'own', tenantId, ownerId: planted.userId })
    await kit().store.directoryConnections.insert(directory)
    const started = await startSaml(kit(), OWNER)
    const posted = await postSaml(kit(), samlResponse(factsFor(kit(), started, OWNER), idp), started.relayState)
    const entered = expectOk(await redeemSaml(kit(), posted, started)).body
    assert.equal(entered.tenantId, tenantId)
    assert.deepEqual(await membersOf(planted), {
      [OWNER]: { activated: true, roleIds: top },
      [BOB]: { activated: true, roleIds: top },
    })
    const { ssoConnections, ssoDomains, webhooks, directoryConnections, tenants } = kit().store
    const kept = [ssoConnections, ssoDomains, webhooks, directoryConnections]
    assert.deepEqual(await Promise.all(kept.map((rows) => rows.count({ tenantId }))), [1, 1, 1, 1])
    assert.ok(!kit().mails.some(({ subject }) => subject.startsWith('Rejoin')))
    // The decision is final: an email that becomes unproven again doesn't change the account.
    assert.equal((await tenants.get(tenantId))?.founderId, null)
  })

  it('a reset keeps purchases, and shows in the audit log and the events what it removed', async () => {
    const planted = await plant(kit())
    const { tenantId } = planted
    await addUnprovenMember(planted, BOB)
    expectOk(await addWebhook(kit(), planted.token))
    await setPolicy(kit(), 'plan', PLAN, tenantId)
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'DontForce' }, tenantId)
    await resetPassword(kit())
    const policies = await kit().store.policies.list({ tenantId })
    assert.deepEqual(
      policies.map(({ kind, value }) => [kind, JSON.parse(value)]),
      [['plan', PLAN]],
    )
    const [row, ...more] = await kit().store.audits.list({ tenantId, action: 'Account reset' })
    const { before } = JSON.parse(row?.detail ?? '{}')
    assert.deepEqual([row?.severity, row?.userId, more.length], ['High', planted.userId, 0])
    assert.deepEqual([before.members, before.users, before.webhooks, before.policies], [1, [BOB], 1, 1])
    const events = await kit().store.events.list({ tenantId })
    const removals = events.filter(({ body }) => body.includes(BOB)).map(({ key }) => key)
    for (const key of ['frontegg.user.removedFromTenant', 'frontegg.user.deleted']) assert.ok(removals.includes(key))
    assert.equal(await kit().store.users.count({ email: BOB }), 0)
  })

  it('a founder whose account is below another one gets no roles back', async () => {
    const planted = await plant(kit())
    const { tenantId, userId } = planted
    await kit().store.members.update({ tenantId, userId }, { roleIds: '["member"]' })
    const tenant = { id: tenantId, name: 'Planted', createdAt: kit().time.now }
    await moveSubtree(kit().store, tenant, 'acme')
    await resetPassword(kit())
    assert.deepEqual(await membersOf(planted), { [OWNER]: { activated: false, roleIds: '["member"]' } })
  })

  it('an account with nothing to remove has no row about a reset', async () => {
    const planted = await plant(kit())
    await resetPassword(kit())
    assert.equal(await kit().store.audits.count({ tenantId: planted.tenantId, action: 'Account reset' }), 0)
    assert.deepEqual(await founderMemberships(planted), [planted.tenantId])
  })
}
