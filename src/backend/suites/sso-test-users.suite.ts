import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { aGroupRecord, aUserRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { ssoTester, ssoTestResponse, startSsoTest } from './sso-test.test-kit.ts'

const ALLOWED = { active: true, blockPublicDomains: false, listType: 'ALLOW' }

/** Users whom a sign-in refuses although their identity is proven. */
const REFUSED: Readonly<Record<string, { email: string; detail?: string; prepare(kit: Kit): Promise<unknown> }>> = {
  domainRestricted: {
    email: 'new@acme.test',
    detail: 'acme.test',
    prepare: (kit) => setPolicy(kit, 'email-domains', ALLOWED, 'acme'),
  },
  locked: { email: 'leo@acme.test', prepare: async () => undefined },
  deactivated: {
    email: 'mel@acme.test',
    prepare: ({ store }) => store.members.update({ userId: 'mel' }, { disabledAt: 1 }),
  },
  accessEnded: {
    email: 'mel@acme.test',
    prepare: ({ store, time }) => store.members.update({ userId: 'mel' }, { temporaryUntil: time.now }),
  },
  deletionPending: {
    email: 'mel@acme.test',
    prepare: ({ store, time }) =>
      store.deletions.insert({
        id: 'mel',
        kind: 'user',
        requestedById: 'mel',
        requestedByEmail: 'mel@acme.test',
        dueAt: time.now + 86_400_000,
        createdAt: time.now,
      }),
  },
  otherAccount: {
    email: 'gia@globex.test',
    prepare: ({ store }) => store.ssoConnections.update({ id: 'saml-1' }, { skipEmailDomainValidation: true }),
  },
}

export const describeSsoTestUsers = (kit: () => Kit): void => {
  let keys: Credentials
  before(async () => {
    keys = await providerKeys()
  })
  beforeEach(async () => {
    await connectSaml(kit(), keys)
    await kit().store.ssoDomains.update({ id: 'd-1' }, { domain: 'acme.test' })
  })

  const responseFor = (requestId: string, email: string) =>
    ssoTestResponse(kit(), keys, {
      requestId,
      nameId: email,
      attributes: { email: [email], groups: ['Admins'] },
    })
  const testAs = async (email: string) => {
    const { requestId, relayState, result } = await startSsoTest(await ssoTester(kit()))
    await postSaml(kit(), responseFor(requestId, email), relayState)
    return result()
  }
  const signInAs = async (email: string) => {
    const started = await startSaml(kit(), 'any@acme.test')
    const posted = await postSaml(kit(), responseFor(started.requestId, email), started.relayState)
    return redeemSaml(kit(), posted, started)
  }
  const rolesOf = async (email: string) =>
    JSON.parse((await kit().store.members.find({ tenantId: 'acme', email }))?.roleIds ?? 'null')

  it('shows members the roles that they keep, and new users those that they get', async () => {
    for (const [email, isMember] of [['mel@acme.test', true] as const, ['new@acme.test', false] as const]) {
      const test = await testAs(email)
      assert.deepEqual([test.status, test.email, test.isMember], ['passed', email, isMember])
      assert.equal((await signInAs(email)).status, 200)
      assert.deepEqual(test.roleIds, await rolesOf(email), `the roles after a sign-in of ${email}`)
    }
  })

  it('counts the roles that a group gives to a member', async () => {
    await setPolicy(kit(), 'groups', { enabled: true, rolesEnabled: true }, 'acme')
    await kit().store.groups.insert(aGroupRecord({ id: 'readers', roleIds: '["reader"]' }))
    await kit().store.members.update({ userId: 'mel' }, { groupIds: '["readers"]' })
    for (const [id, name] of [['member', 'Member'] as const, ['reader', 'Reader'] as const])
      await kit().store.roles.update({ id }, { name })
    const { roleIds, roleNames } = await testAs('mel@acme.test')
    assert.deepEqual(
      [roleIds, roleNames?.sort()],
      [
        ['member', 'reader'],
        ['Member', 'Reader'],
      ],
    )
  })

  it('recognizes a member by the linked identity, whatever email arrives', async () => {
    assert.equal((await signInAs('mel@acme.test')).status, 200)
    const link = { provider: 'sso:saml-1', subject: 'mel@acme.test' }
    await kit().store.identities.update(link, { subject: 'm.ortiz@acme.test' })
    const { email, isMember, roleIds } = await testAs('m.ortiz@acme.test')
    assert.deepEqual([email, isMember, roleIds], ['mel@acme.test', true, ['member']])
    assert.equal(await kit().store.identities.count({ ...link, subject: 'm.ortiz@acme.test' }), 1)
  })

  for (const [code, { email, detail = email, prepare }] of Object.entries(REFUSED)) {
    it(`fails for a user whose sign-in is refused: ${code}`, async () => {
      await prepare(kit())
      const { status, problem } = await testAs(email)
      assert.deepEqual([status, problem], ['failed', { code, detail }])
      assert.notEqual((await signInAs(email)).status, 200)
    })
  }

  it('passes for members whose domain new users may not have', async () => {
    await setPolicy(kit(), 'email-domains', ALLOWED, 'acme')
    assert.equal((await testAs('mel@acme.test')).status, 'passed')
    assert.equal((await signInAs('mel@acme.test')).status, 200)
  })

  it('reveals nothing of users of other accounts while the domain is not verified', async () => {
    await kit().store.ssoDomains.update({ id: 'd-1' }, { domain: 'globex.test', validated: false })
    await kit().store.users.update({ id: 'gia' }, { lockedAt: 1 })
    const known = await testAs('gia@globex.test')
    const unknown = await testAs('unknown@globex.test')
    assert.deepEqual(
      [known.status, known.problem, known.isMember, known.roleIds],
      [unknown.status, unknown.problem, unknown.isMember, unknown.roleIds],
    )
    await kit().store.users.insert(aUserRecord({ id: 'unknown', email: 'unknown@globex.test' }))
    assert.equal((await testAs('unknown@globex.test')).problem, null)
  })
}
