import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groups } from '../../contract/groups.ts'
import { fillPath } from '../../contract/path.ts'
import { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { session } from '../../contract/session.ts'
import { members } from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'
import { aGroup, aUser, connect, scimClient, validateDomain } from './scim.test-kit.ts'

const LIST = provisioning.listConnections.path

export const describeProvisioning = (kit: () => Kit): void => {
  const asAda = async () => (await kit().signIn('ada@acme.test')).token
  const audits = async () =>
    (await kit().store.audits.list({ tenantId: 'acme', resource: 'Provisioning' })).map(({ action }) => action)
  const remove = (token: string, id: string, users: 'keep' | 'remove') =>
    kit().call('DELETE', `${fillPath(provisioningConnections.deleteConnectionAndUsers.path, { id })}?users=${users}`, {
      token,
    })

  it('shows the token of a new connection once, and keeps only its hash', async () => {
    const token = await asAda()
    const body = { source: 'okta', connectionName: ' Okta of Acme ' } as const
    const created = await kit().call('POST', LIST, { token, body })
    assert.deepEqual([created.status, created.body.connectionName], [200, 'Okta of Acme'])
    const secret: string = created.body.token
    assert.match(secret, /^fesc_[\w-]{40,}$/)
    const listed = await kit().call('GET', LIST, { token })
    const { createdAt: _createdAt, ...shown } = listed.body[0]
    assert.deepEqual(shown, {
      id: created.body.id,
      connectionName: 'Okta of Acme',
      source: 'okta',
      syncToUserManagement: true,
      lastSync: null,
    })
    const stored = JSON.stringify([
      await kit().store.directoryConnections.list({}),
      await kit().store.audits.list({ tenantId: 'acme' }),
      kit().logged,
    ])
    assert.ok(!stored.includes(secret) && !JSON.stringify(listed.body).includes(secret))
    assert.deepEqual(await audits(), ['Provisioning connection created'])
  })

  it('refuses invalid sources, names that are too long, and more connections than an account can have', async () => {
    const token = await asAda()
    const create = (body: object) => kit().call('POST', LIST, { token, body })
    assert.equal((await create({ source: 'elsewhere' })).status, 400)
    assert.equal((await create({ source: 'okta', connectionName: 'x'.repeat(101) })).status, 400)
    assert.equal((await create({ source: 'okta', syncToUserManagement: 'yes' })).status, 400)
    for (let at = 0; at < 20; at += 1) assert.equal((await create({ source: 'other' })).status, 200)
    assert.match(String((await create({ source: 'other' })).body.errors), /at most 20/)
  })

  it('ends the old token at once when it is rotated, and needs the same proof as a new one', async () => {
    const { id, scim, adminToken } = await connect(kit())
    assert.equal((await scim('GET', 'Users')).status, 200)
    const path = fillPath(provisioningConnections.rotateToken.path, { id })
    const rotated = await kit().call('POST', path, { token: adminToken, body: {} })
    assert.equal(rotated.status, 200)
    assert.equal((await scim('GET', 'Users')).status, 401)
    assert.equal((await scimClient(kit(), rotated.body.token)('GET', 'Users')).status, 200)
    const gia = (await kit().signIn('gia@globex.test')).token
    assert.equal((await kit().call('POST', path, { token: gia, body: {} })).status, 404)
    assert.deepEqual((await audits()).sort(), ['Provisioning connection created', 'Provisioning token rotated'])
  })

  it('counts the users of a connection and records when the directory last called', async () => {
    await validateDomain(kit(), 'new.test')
    const { id, scim, adminToken } = await connect(kit())
    await scim('POST', 'Users', { body: aUser('ann@new.test') })
    await scim('POST', 'Users', { body: aUser('bob@new.test', { active: false }) })
    const path = fillPath(provisioning.countConnectionUsers.path, { id })
    assert.deepEqual((await kit().call('GET', path, { token: adminToken })).body, { count: 2 })
    const [listed] = (await kit().call('GET', LIST, { token: adminToken })).body
    assert.equal(listed.lastSync, new Date(kit().time.now).toISOString())
    const gia = (await kit().signIn('gia@globex.test')).token
    assert.equal((await kit().call('GET', path, { token: gia })).status, 404)
  })

  it('keeps members and groups in the account when a connection is deleted, except deactivated ones', async () => {
    await validateDomain(kit(), 'new.test')
    const { id, scim, adminToken } = await connect(kit())
    const ann = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body.id
    await scim('POST', 'Users', { body: aUser('bob@new.test', { active: false }) })
    await scim('POST', 'Groups', { body: aGroup('Sales', [ann]) })
    const path = fillPath(provisioning.deleteConnection.path, { id })
    assert.equal((await kit().call('DELETE', path, { token: adminToken })).status, 200)
    const { members, groups, users, directoryUsers } = kit().store
    const kept = await members.find({ tenantId: 'acme', email: 'ann@new.test' })
    assert.deepEqual([kept?.directoryId, kept?.activated, kept?.disabledAt], [null, true, null])
    assert.equal(await members.find({ tenantId: 'acme', email: 'bob@new.test' }), undefined)
    assert.equal(await users.find({ email: 'bob@new.test' }), undefined)
    const group = await groups.find({ tenantId: 'acme', name: 'Sales' })
    assert.deepEqual([group?.managedBy, kept?.groupIds], ['frontegg', JSON.stringify([group?.id])])
    assert.equal(await directoryUsers.count({}), 0)
    assert.equal((await scim('GET', 'Users')).status, 401)
  })

  it('removes its members, their sessions and its groups if that is chosen, and no other users', async () => {
    await validateDomain(kit(), 'new.test')
    await validateDomain(kit(), 'acme.test')
    const { id, scim, adminToken } = await connect(kit())
    await scim('POST', 'Users', { body: aUser('ann@new.test') })
    await scim('POST', 'Users', { body: aUser('mel@acme.test') })
    await scim('POST', 'Groups', { body: aGroup('Sales') })
    const mel = await kit().signIn('mel@acme.test')
    const removed = await remove(adminToken, id, 'remove')
    assert.deepEqual([removed.status, removed.body], [200, { count: 2 }])
    assert.equal((await kit().refresh(mel.cookie)).status, 401)
    const { members, groups, users } = kit().store
    assert.equal(await members.count({ tenantId: 'acme', email: { in: ['ann@new.test', 'mel@acme.test'] } }), 0)
    assert.equal(await users.count({ email: { in: ['ann@new.test', 'mel@acme.test'] } }), 0)
    assert.equal(await groups.count({ tenantId: 'acme', name: 'Sales' }), 0)
    assert.ok(await members.find({ tenantId: 'acme', userId: 'tom' }))
  })

  it('never removes the caller or the last administrator with a connection', async () => {
    await validateDomain(kit(), 'acme.test')
    const { id, scim, adminToken } = await connect(kit())
    assert.equal((await scim('POST', 'Users', { body: aUser('ada@acme.test') })).status, 201)
    const refused = await remove(adminToken, id, 'remove')
    assert.equal(refused.status, 409)
    assert.ok(await kit().store.members.find({ tenantId: 'acme', userId: 'ada' }))
  })

  it('only records changes while it is off, and applies them when it is turned on', async () => {
    await validateDomain(kit(), 'new.test')
    const { id, scim, adminToken } = await connect(kit(), { sync: false })
    const ann = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body.id
    await scim('POST', 'Groups', { body: aGroup('Sales', [ann]) })
    const { members } = kit().store
    assert.equal(await members.find({ tenantId: 'acme', email: 'ann@new.test' }), undefined)
    const path = fillPath(provisioning.updateConnection.path, { id })
    const on = await kit().call('PATCH', path, { token: adminToken, body: { syncToUserManagement: true } })
    assert.equal(on.status, 200)
    const member = await members.find({ tenantId: 'acme', email: 'ann@new.test' })
    const group = await kit().store.groups.find({ tenantId: 'acme', name: 'Sales' })
    assert.deepEqual([member?.directoryId, member?.groupIds], [id, JSON.stringify([group?.id])])
    assert.ok((await audits()).includes('Provisioning connection changed'))
  })

  it('counts what a connection manages, and pages through its groups with the roles they have', async () => {
    const { id, adminToken: token, scim } = await connect(kit())
    await validateDomain(kit(), 'acme.test')
    const ray = await scim('POST', 'Users', { body: aUser('ray@acme.test') })
    const ids: string[] = []
    for (const name of ['Engineers', 'Auditors']) {
      ids.push((await scim('POST', 'Groups', { body: aGroup(name, [ray.body.id]) })).body.id)
    }
    const counts = await kit().call('GET', provisioningConnections.listConnectionCounts.path, { token })
    const guarantor = { id: 'ada', name: 'ada', email: 'ada@acme.test' }
    const guarantee = { guarantor, problem: null, exceeding: 0 }
    assert.deepEqual(counts.body.connections, [{ id, userCount: 1, groupCount: 2, guarantee, failures: [] }])
    assert.match(counts.body.baseUrl, /\/directory\/resources\/scim\/v2$/)
    const role = (await kit().store.roles.list({ tenantId: null }))[0]
    assert.ok(role)
    const groupId = ids[0] ?? ''
    const addRoles = fillPath(groups.addRoles.path, { groupId })
    assert.equal((await kit().call('POST', addRoles, { token, body: { roleIds: [role.id] } })).status, 200)
    const path = fillPath(provisioningConnections.listDirectoryGroups.path, { id })
    const page = await kit().call('GET', `${path}?limit=1&offset=1`, { token })
    const [row] = page.body.items
    assert.deepEqual(
      [
        page.body._metadata.totalItems,
        row.name,
        row.userCount,
        row.directory,
        row.roles.map((one: { id: string }) => one.id),
      ],
      [2, 'Engineers', 1, 'Directory', [role.id]],
    )
    const found = await kit().call('GET', `${path}?search=AUDIT`, { token })
    assert.deepEqual(
      found.body.items.map(({ name }: { name: string }) => name),
      ['Auditors'],
    )
    const gia = (await kit().signIn('gia@globex.test')).token
    assert.equal((await kit().call('GET', path, { token: gia })).status, 404)
  })

  it('lists users with their source, and deactivated ones only under that status', async () => {
    const { adminToken: token, scim } = await connect(kit())
    await validateDomain(kit(), 'acme.test')
    await scim('POST', 'Users', { body: aUser('ray@acme.test') })
    await scim('POST', 'Users', { body: aUser('kay@acme.test', { active: false }) })
    const list = async (query: string): Promise<{ email: string; directory?: string }[]> =>
      (await kit().call('GET', `${members.listMembers.path}?offset=0&limit=50&${query}`, { token })).body.items
    const managed = await list('provider=scim2')
    assert.deepEqual(
      managed.map(({ email, directory }) => [email, directory]),
      [
        ['kay@acme.test', 'Directory'],
        ['ray@acme.test', 'Directory'],
      ],
    )
    const emails = async (query: string) => (await list(query)).map(({ email }) => email)
    assert.deepEqual(await emails('status=deactivated'), ['kay@acme.test'])
    assert.deepEqual(await emails('provider=scim2&status=active'), ['ray@acme.test'])
    assert.deepEqual(await emails('provider=saml'), [])
  })

  it('finds members that a directory matched only under that source', async () => {
    const { adminToken: token, scim } = await connect(kit())
    await validateDomain(kit(), 'acme.test')
    await scim('POST', 'Users', { body: aUser('mel@acme.test') })
    const emails = async (provider: string): Promise<string[]> => {
      const path = `${members.listMembers.path}?offset=0&limit=50&provider=${provider}`
      return (await kit().call('GET', path, { token })).body.items.map(({ email }: { email: string }) => email)
    }
    assert.deepEqual(await emails('scim2'), ['mel@acme.test'])
    assert.ok(!(await emails('local')).includes('mel@acme.test'))
    assert.ok((await emails('local,scim2')).includes('mel@acme.test'))
  })

  it('keeps the name that the directory gave, also in the user’s own profile', async () => {
    const { scim } = await connect(kit())
    await validateDomain(kit(), 'acme.test')
    await scim('POST', 'Users', { body: aUser('mel@acme.test', { displayName: 'Melanie' }) })
    const { token } = await kit().signIn('mel@acme.test')
    const member = await kit().store.members.find({ userId: 'mel', tenantId: 'acme' })
    const save = (name: string) => kit().call('PUT', session.updateProfile.path, { token, body: { name } })
    const refused = await save('Mel of my own')
    assert.deepEqual([refused.status, refused.body.errors], [409, ['This user is managed by your company directory']])
    assert.equal((await save(member?.name ?? '')).status, 200, 'the unchanged name is no change')
    assert.equal((await kit().store.members.find({ userId: 'mel', tenantId: 'acme' }))?.name, member?.name)
  })
}
