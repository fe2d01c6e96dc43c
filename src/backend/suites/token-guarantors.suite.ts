import assert from 'node:assert/strict'
import { it } from 'node:test'
import { apiTokenPolicy, apiTokens, tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { tokenGuarantors } from '../../contract/guarantees.ts'
import { selfService } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { provisioningConnections } from '../../contract/provisioning.ts'
import { session } from '../../contract/session.ts'
import { team, users } from '../../contract/users.ts'
import { aMemberRecord, aTenantRecord } from '../../testing/records.ts'
import { addMember, exchange, makeAccessToken, makeCredentials, setRights } from './guarantor.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { aUser, connect, validateDomain } from './scim.test-kit.ts'

const LIST = `${users.listUsersV2.path}?_offset=0&_limit=5&_includeSubTenants=false`
const ALL = ['fe.*']
const GUS = { tenantId: 'acme', userId: 'gus' }
const DAY_MINUTES = 1_440

export const describeTokenGuarantors = (kit: () => Kit): void => {
  const asAda = async () => (await kit().signIn('ada@acme.test')).token
  const asGus = async () => (await kit().signIn('gus@acme.test')).token
  const get = async (path: string, token: string) => (await kit().call('GET', path, { token })).body
  const reads = async (token: string) => (await kit().call('GET', LIST, { token })).status
  const invites = async (token: string) => {
    const body = { email: 'x@acme.test', roleIds: ['member'], provider: 'local' }
    return (await kit().call('POST', team.addUser.path, { token, body })).status
  }
  const madeByGus = async () => {
    await addMember(kit(), ALL)
    const token = await asGus()
    const access = await makeAccessToken(kit(), token, ['admin'])
    return { token, access, credentials: await makeCredentials(kit(), token, ['admin']) }
  }
  const removeGus = async (token: string) =>
    assert.equal(
      (await kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'gus' }), { token })).status,
      200,
    )
  const setGuarantor = (token: string, tokenId: string, userId: string) =>
    kit().call('PUT', fillPath(tokenGuarantors.setTokenGuarantor.path, { tokenId }), { token, body: { userId } })
  const stateOf = async (tokenId: string) => {
    const { guarantees } = await get(tokenGuarantors.listTokenGuarantors.path, await asAda())
    const found = guarantees.find((one: { tokenId: string }) => one.tokenId === tokenId)
    return [found?.state, found?.guarantor?.id ?? null]
  }

  it('limit a token of an administrator who lost the role to their current permissions', async () => {
    const { access, credentials } = await madeByGus()
    await setRights(kit(), ['fe.secure.read.users'])
    for (const bearer of [access.bearer, credentials.bearer]) {
      assert.deepEqual([await reads(bearer), await invites(bearer)], [200, 403])
      const rights = await get(session.getMyAuthorization.path, bearer)
      assert.deepEqual(
        [rights.permissions.map(({ key }: { key: string }) => key), rights.roles.length],
        [['fe.secure.read.users'], 0],
      )
    }
    const again = await exchange(kit(), { clientId: credentials.id, secret: credentials.secret })
    const claims = JSON.parse(
      atob(String(again.body.accessToken).split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''),
    )
    assert.deepEqual([claims.roles, claims.permissions], [[], ['fe.secure.read.users']])
    assert.deepEqual(await stateOf(access.id), ['reduced', 'gus'])
  })

  it('grant no role that ranks higher than the member’s current ones', async () => {
    await addMember(kit(), ALL)
    await kit().store.roles.update({ id: 'role-gus' }, { level: 0 })
    const { bearer } = await makeAccessToken(kit(), await asGus(), ['admin'])
    await kit().store.roles.update({ id: 'role-gus' }, { level: 2 })
    assert.deepEqual((await get(session.getMyAuthorization.path, bearer)).roles, [])
  })

  it('don’t affect tokens of members who still have the permissions, even while failed sign-ins lock the member', async () => {
    const { access, credentials } = await madeByGus()
    await kit().store.users.update({ id: 'gus' }, { lockedAt: kit().time.now })
    await kit().store.members.update(GUS, { isLocked: true })
    for (const bearer of [access.bearer, credentials.bearer]) assert.equal(await reads(bearer), 200)
    assert.deepEqual(await stateOf(access.id), ['whole', 'gus'])
    const plain = await makeAccessToken(kit(), await asAda(), ['reader'])
    assert.deepEqual([await reads(plain.bearer), await stateOf(plain.id)], [200, ['whole', 'ada']])
  })

  it('suspend tokens while a directory disables the member, and resume them when it enables the member again', async () => {
    const { access, credentials } = await madeByGus()
    await validateDomain(kit(), 'acme.test')
    const { scim } = await connect(kit())
    const added = await scim('POST', '/Users', { body: aUser('gus@acme.test') })
    assert.equal(added.status, 201, JSON.stringify(added.body))
    const setActive = (active: boolean) =>
      scim('PUT', `/Users/${added.body.id}`, { body: aUser('gus@acme.test', { active }) })
    assert.equal((await setActive(false)).status, 200)
    for (const bearer of [access.bearer, credentials.bearer]) assert.equal(await reads(bearer), 401)
    assert.equal((await exchange(kit(), { clientId: credentials.id, secret: credentials.secret })).status, 401)
    assert.deepEqual(await stateOf(access.id), ['stopped', null])
    assert.equal((await setActive(true)).status, 200)
    assert.equal(await reads(access.bearer), 200)
  })

  it('keep tokens suspended after a directory removed the member, even when they join again, until someone else vouches', async () => {
    const { access } = await madeByGus()
    await validateDomain(kit(), 'acme.test')
    const { scim, id, adminToken } = await connect(kit())
    assert.equal((await scim('POST', '/Users', { body: aUser('gus@acme.test') })).status, 201)
    const path = `${fillPath(provisioningConnections.deleteConnectionAndUsers.path, { id })}?users=remove`
    await kit().store.members.insert(aMemberRecord({ id: 'globex-gus', userId: 'gus', tenantId: 'globex' }))
    assert.equal((await kit().call('DELETE', path, { token: adminToken })).status, 200)
    assert.equal(await reads(access.bearer), 401)
    await kit().store.members.insert(aMemberRecord({ id: 'again', ...GUS, roleIds: '["admin"]' }))
    assert.equal(await reads(access.bearer), 401)
    assert.deepEqual(await stateOf(access.id), ['stopped', null])
    assert.equal((await setGuarantor(await asAda(), access.id, 'ada')).status, 200)
    assert.equal(await reads(access.bearer), 200)
  })

  it('are revoked with the member whom an administrator removes, unless another member vouches for them before', async () => {
    const { access, credentials } = await madeByGus()
    const ada = await asAda()
    const listed = await get(fillPath(tokenGuarantors.listMemberTokens.path, { userId: 'gus' }), ada)
    assert.deepEqual(
      [listed.count, listed.tokens.map(({ id }: { id: string }) => id).sort()],
      [2, [access.id, credentials.id].sort()],
    )
    const tom = (await kit().signIn('tom@acme.test')).token
    const unseen = await get(fillPath(tokenGuarantors.listMemberTokens.path, { userId: 'gus' }), tom)
    assert.deepEqual(unseen, { count: 2, tokens: [] }, 'who may not see tokens learns only how many there are')
    assert.equal((await setGuarantor(ada, access.id, 'ada')).status, 200)
    await removeGus(ada)
    assert.deepEqual([await reads(access.bearer), await reads(credentials.bearer)], [200, 401])
    assert.deepEqual(
      (await kit().store.apiTokens.list({ tenantId: 'acme' })).map(({ id }) => id),
      [access.id],
    )
    const rows = await kit().store.audits.list({ tenantId: 'acme', action: 'API token revoked' })
    assert.deepEqual(
      rows.map(({ userId }) => userId),
      ['ada'],
    )
    assert.equal(
      await kit().store.events.count({ key: 'frontegg.tenantApiToken.deleted', recordId: credentials.id }),
      1,
    )
  })

  it('are shown to a member before they leave the account, and revoked with the membership', async () => {
    const { token, access } = await madeByGus()
    await kit().store.tenants.insert(aTenantRecord({ id: 'other', name: 'Other' }))
    await kit().store.members.insert(aMemberRecord({ id: 'other-gus', userId: 'gus', tenantId: 'other' }))
    const shown = (tenantId: string) =>
      kit().call('GET', fillPath(tokenGuarantors.listOwnVouchedTokens.path, { tenantId }), { token })
    assert.equal((await shown('acme')).body.count, 2)
    assert.equal((await shown('other')).body.count, 0)
    assert.equal((await shown('globex')).status, 404)
    const path = fillPath(selfService.leaveTenant.path, { tenantId: 'acme' })
    assert.equal((await kit().call('DELETE', path, { token })).status, 200)
    assert.equal(await reads(access.bearer), 401)
    assert.equal(await kit().store.apiTokens.count({ tenantId: 'acme' }), 0)
  })

  it('are only active members with the permissions, chosen by callers who have them too', async () => {
    const { access } = await madeByGus()
    await setRights(kit(), [
      'fe.secure.read.users',
      'fe.secure.write.tenantApiTokens',
      'fe.secure.read.tenantApiTokens',
    ])
    const gus = await asGus()
    assert.equal((await setGuarantor(gus, access.id, 'ada')).status, 403, 'not by one who lost the rights')
    const ada = await asAda()
    for (const userId of ['mel', 'gia', 'no one', 'gus']) {
      assert.equal((await setGuarantor(ada, access.id, userId)).status, 400, userId)
    }
    const gia = (await kit().signIn('gia@globex.test')).token
    assert.equal((await setGuarantor(gia, access.id, 'gia')).status, 404)
    assert.equal((await setGuarantor(access.bearer, access.id, 'ada')).status, 403, 'not by a script')
    assert.deepEqual(await stateOf(access.id), ['reduced', 'gus'])
    const roles = fillPath(apiTokens.updateTenantApiToken.path, { tokenId: access.id })
    assert.equal((await kit().call('PATCH', roles, { token: ada, body: { roleIds: ['admin'] } })).status, 200)
    assert.deepEqual(await stateOf(access.id), ['whole', 'ada'], 'who gives a token its roles vouches for it')
  })

  it('fall back to the founder or an administrator if a token’s creator is unknown', async () => {
    const { bearer, id } = await makeAccessToken(kit(), await asAda(), ['admin'])
    await kit().store.apiTokens.update({ id }, { guarantorId: null, createdByUserId: null })
    assert.equal(await reads(bearer), 200)
    await addMember(kit(), ALL)
    await kit().store.members.update(GUS, { roleIds: '["admin"]' })
    await kit().store.tenants.update({ id: 'acme' }, { founderId: 'gus' })
    assert.deepEqual(await stateOf(id), ['whole', 'gus'])
    await kit().store.members.update(GUS, { disabledAt: 1 })
    assert.deepEqual(await stateOf(id), ['whole', 'ada'])
    await kit().store.apiTokens.update({ id }, { createdByUserId: 'ada' })
    assert.deepEqual(await stateOf(id), ['whole', 'ada'], 'the maker of an older token vouches for it')
  })

  it('vouch for tokens of a sub-account through the access to it', async () => {
    const { store } = kit()
    await addMember(kit(), ALL)
    await store.members.update(GUS, { subAccountAccess: true, roleIds: '["admin"]' })
    await store.tenants.insert(aTenantRecord({ id: 'child', name: 'Child', parentId: 'acme' }))
    const link = { ancestorId: 'acme', depth: 1, name: 'Child', createdAt: 0 }
    await store.accountLinks.insert({ ...link, id: 'acme/child', tenantId: 'child' })
    await setPolicy(kit(), 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    const made = await kit().call('POST', tokensTenant.createAccessToken.path, {
      token: await asGus(),
      headers: { 'frontegg-scoped-tenant': 'child' },
      body: { description: 'Child', expiresInMinutes: null, roleIds: ['admin'] },
    })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    assert.equal(await reads(made.body.secret), 200)
    await store.apiTokens.update({ id: made.body.id }, { guarantorId: null, createdByUserId: null })
    assert.equal(await reads(made.body.secret), 200, 'also where no member of its own could')
    await store.members.update(GUS, { subAccountAccess: false })
    assert.equal(await reads(made.body.secret), 401)
  })

  it('last no longer than the policy of the account allows, in both kinds and for every owner', async () => {
    const ada = await asAda()
    const save = (value: object) =>
      kit().call('PUT', apiTokenPolicy.saveApiTokenPolicy.path, { token: ada, body: value })
    const kinds = [
      ['ClientCredentials', tokensUser.createClientCredential.path, tokensTenant.createClientCredential.path],
      ['AccessToken', tokensUser.createAccessToken.path, tokensTenant.createAccessToken.path],
    ] as const
    const statuses = async (expiresInMinutes: number | null) => {
      const found = new Set<number>()
      for (const [kind, ...paths] of kinds) {
        await setPolicy(kit(), 'public-policy', { machineToMachineAuthStrategy: kind })
        for (const path of paths) {
          const body = { description: 'Sync', expiresInMinutes, roleIds: [] }
          found.add((await kit().call('POST', path, { token: ada, body })).status)
        }
      }
      return [...found]
    }
    assert.deepEqual(await statuses(null), [200], 'without a policy as before')
    assert.deepEqual((await save({ mustExpire: true, maxLifetimeMinutes: null })).body, {
      mustExpire: true,
      maxLifetimeMinutes: null,
    })
    assert.deepEqual([await statuses(null), await statuses(400 * DAY_MINUTES)], [[400], [200]])
    assert.equal((await save({ mustExpire: false, maxLifetimeMinutes: 90 * DAY_MINUTES })).status, 200)
    assert.deepEqual(
      [await statuses(null), await statuses(91 * DAY_MINUTES), await statuses(90 * DAY_MINUTES)],
      [[400], [400], [200]],
    )
    for (const maxLifetimeMinutes of [0, 1.5, 6_000_000]) {
      assert.equal((await save({ mustExpire: true, maxLifetimeMinutes })).status, 400)
    }
    const mel = (await kit().signIn('mel@acme.test')).token
    const policy = { mustExpire: false, maxLifetimeMinutes: 90 * DAY_MINUTES }
    assert.deepEqual(await get(apiTokenPolicy.getApiTokenPolicy.path, mel), policy, 'everyone may know it')
    const tried = await kit().call('PUT', apiTokenPolicy.saveApiTokenPolicy.path, { token: mel, body: policy })
    assert.equal(tried.status, 403)
    const rows = await kit().store.audits.list({ tenantId: 'acme', action: 'API token policy changed' })
    assert.equal(rows.length, 2)
  })
}
