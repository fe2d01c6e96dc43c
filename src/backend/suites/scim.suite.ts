import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groups } from '../../contract/groups.ts'
import { fillPath } from '../../contract/path.ts'
import { provisioning } from '../../contract/provisioning.ts'
import { team } from '../../contract/users.ts'
import { aRoleRecord, aTicketRecord } from '../../testing/records.ts'
import { until } from '../../testing/until.ts'
import type { Kit } from './kit.test-kit.ts'
import { aGroup, aUser, connect, ENTERPRISE_SCHEMA, patch, USER_SCHEMA, validateDomain } from './scim.test-kit.ts'

type Directory = Awaited<ReturnType<typeof connect>>

/** Requests of a directory that disable a member it didn't know yet; each returns the directory's id of the user. */
const FIRST_REQUESTS: Readonly<Record<string, (kit: Kit, directory: Directory) => Promise<string>>> = {
  'with its first request': async (_kit, { scim }) =>
    (await scim('POST', 'Users', { body: aUser('mel@acme.test', { active: false }) })).body.id,
  'after their membership began again': async ({ store }, { id: connectionId, scim }) => {
    const { id } = (await scim('POST', 'Users', { body: aUser('mel@acme.test') })).body
    await store.members.update({ directoryId: connectionId, userId: 'mel' }, { directoryId: null })
    await scim('PATCH', `Users/${id}`, { body: patch({ op: 'replace', value: { active: false } }) })
    return id
  },
  'as its sync begins': async (kit, { id: connectionId, scim, adminToken: token }) => {
    const { id } = (await scim('POST', 'Users', { body: aUser('mel@acme.test', { active: false }) })).body
    const path = fillPath(provisioning.updateConnection.path, { id: connectionId })
    await kit.call('PATCH', path, { token, body: { syncToUserManagement: true } })
    return id
  },
}

export const describeScim = (kit: () => Kit): void => {
  const open = async () => {
    await validateDomain(kit(), 'new.test')
    return connect(kit())
  }
  const memberOf = (email: string) => kit().store.members.find({ tenantId: 'acme', email })

  it('creates a member whose domain the account has validated, with the default roles', async () => {
    const { scim, id } = await open()
    const body = aUser('Ann@new.test', {
      displayName: 'Ann Other',
      externalId: 'x-1',
      [ENTERPRISE_SCHEMA]: { department: 'Sales' },
    })
    const created = await scim('POST', 'Users', { body })
    assert.equal(created.status, 201)
    assert.equal(created.headers.get('content-type'), 'application/scim+json')
    assert.equal(created.headers.get('location'), created.body.meta.location)
    assert.equal(created.headers.get('etag'), created.body.meta.version)
    assert.deepEqual(created.body.schemas, [USER_SCHEMA, ENTERPRISE_SCHEMA])
    assert.deepEqual([created.body.active, created.body.meta.resourceType], [true, 'User'])
    const member = await memberOf('ann@new.test')
    assert.deepEqual(
      [member?.name, member?.provider, member?.activated, member?.directoryId, member?.roleIds],
      ['Ann Other', 'scim2', true, id, '["member"]'],
    )
    assert.deepEqual((await scim('GET', `Users/${created.body.id}`)).body, created.body)
  })

  it('invites users of an unverified domain, and lets them in after they accept', async () => {
    const { scim } = await open()
    assert.equal((await scim('POST', 'Users', { body: aUser('zoe@else.test') })).status, 201)
    const member = await memberOf('zoe@else.test')
    assert.deepEqual([member?.activated, member?.verified], [false, false])
    // The directory doesn't wait for the email.
    await until(() => kit().mails.length > 0)
    assert.equal(kit().mails.at(-1)?.to, 'zoe@else.test')
  })

  it('matches a member of a validated domain, and no other', async () => {
    await validateDomain(kit(), 'acme.test')
    const { scim, id } = await open()
    const mel = await scim('POST', 'Users', { body: aUser('mel@acme.test', { displayName: 'Melanie' }) })
    assert.equal(mel.status, 201)
    const member = await memberOf('mel@acme.test')
    assert.deepEqual([member?.directoryId, member?.name, member?.provider], [id, 'Melanie', 'local'])
    const max = await scim('POST', 'Users', { body: aUser('max@multi.test') })
    assert.deepEqual([max.status, max.body.scimType, max.body.status], [409, 'uniqueness', '409'])
    const again = await scim('POST', 'Users', { body: aUser('MEL@acme.test') })
    assert.deepEqual([again.status, again.body.scimType], [409, 'uniqueness'])
  })

  it('signs a deactivated user out at once, in this account only, and lets them back in when it is undone', async () => {
    await validateDomain(kit(), 'multi.test')
    const { scim } = await open()
    const max = (await scim('POST', 'Users', { body: aUser('max@multi.test') })).body
    const here = await kit().signIn('max@multi.test')
    const elsewhere = await kit().signIn('max@multi.test')
    await kit().refresh(elsewhere.cookie, { tenantId: 'globex' })
    const off = await scim('PATCH', `Users/${max.id}`, { body: patch({ op: 'replace', path: 'active', value: false }) })
    assert.deepEqual([off.status, off.body.active], [200, false])
    assert.equal((await kit().refresh(here.cookie)).status, 401)
    const profile = await kit().call('GET', groups.listGroups.path, { token: here.token })
    assert.equal(profile.status, 401)
    const again = await kit().login('max@multi.test')
    const claims = JSON.parse(atob(String(again.body.accessToken).split('.')[1] ?? ''))
    assert.equal(claims.tenantId, 'globex')
    assert.equal((await kit().store.members.find({ tenantId: 'globex', userId: 'max' }))?.disabledAt, null)
    await scim('PATCH', `Users/${max.id}`, { body: patch({ op: 'replace', value: { active: true } }) })
    assert.equal((await memberOf('max@multi.test'))?.disabledAt, null)
  })

  for (const [how, send] of Object.entries(FIRST_REQUESTS)) {
    it(`signs out a member whom the directory deactivates ${how}, permanently`, async () => {
      await validateDomain(kit(), 'acme.test')
      const directory = await connect(kit(), how === 'as its sync begins' ? { sync: false } : {})
      const mel = await kit().signIn('mel@acme.test')
      await kit().store.tickets.insert(aTicketRecord({ userId: 'mel', tenantId: 'acme' }))
      const id = await send(kit(), directory)
      assert.ok((await memberOf('mel@acme.test'))?.disabledAt)
      assert.equal(await kit().store.tickets.count({ userId: 'mel', tenantId: 'acme' }), 0)
      const back = await directory.scim('PATCH', `Users/${id}`, {
        body: patch({ op: 'replace', value: { active: true } }),
      })
      assert.equal(back.status, 200, JSON.stringify(back.body))
      assert.equal((await memberOf('mel@acme.test'))?.disabledAt, null)
      assert.equal((await kit().call('GET', groups.listGroups.path, { token: mel.token })).status, 401)
      assert.equal((await kit().refresh(mel.cookie)).status, 401)
    })
  }

  it('removes a member with DELETE, and the user with their last account', async () => {
    const { scim } = await open()
    const { id } = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body
    assert.equal((await scim('DELETE', `Users/${id}`)).status, 204)
    assert.equal((await scim('GET', `Users/${id}`)).status, 404)
    assert.equal(await kit().store.users.find({ email: 'ann@new.test' }), undefined)
    assert.equal((await scim('DELETE', `Users/${id}`)).status, 404)
  })

  it('replaces a user as a whole, and writes an audit row', async () => {
    const { scim, id: connectionId } = await open()
    const body = aUser('ann@new.test', { displayName: 'Ann', title: 'Boss', externalId: 'x-1' })
    const { id } = (await scim('POST', 'Users', { body })).body
    const replaced = await scim('PUT', `Users/${id}`, { body: aUser('ann@new.test', { displayName: 'Ann Other' }) })
    assert.deepEqual([replaced.status, replaced.body.displayName, replaced.body.title], [200, 'Ann Other', undefined])
    assert.deepEqual((await scim('GET', 'Users?filter=externalId+pr')).body.totalResults, 0)
    assert.equal((await memberOf('ann@new.test'))?.name, 'Ann Other')
    const rows = await kit().store.audits.list({ tenantId: 'acme', userId: connectionId })
    assert.deepEqual(rows.map(({ action }) => action).sort(), ['User changed by directory', 'User provisioned'])
  })

  it('grants the roles of a directory group to its members, and removes them again', async () => {
    const { scim, adminToken } = await open()
    const ann = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body.id
    const group = (await scim('POST', 'Groups', { body: aGroup('Readers') })).body
    const path = fillPath(groups.addRoles.path, { groupId: group.id })
    const given = await kit().call('POST', path, { token: adminToken, body: { roleIds: ['reader'] } })
    assert.equal(given.status, 200)
    const added = await scim('PATCH', `Groups/${group.id}`, {
      body: patch({ op: 'add', path: 'members', value: [{ value: ann }] }),
    })
    assert.equal(added.status, 204)
    assert.equal((await memberOf('ann@new.test'))?.groupIds, JSON.stringify([group.id]))
    assert.deepEqual((await scim('GET', `Users/${ann}`)).body.groups[0].display, 'Readers')
    assert.deepEqual((await scim('GET', `Groups/${group.id}`)).body.members[0].value, ann)
    await scim('PATCH', `Groups/${group.id}`, { body: patch({ op: 'remove', path: `members[value eq "${ann}"]` }) })
    assert.equal((await memberOf('ann@new.test'))?.groupIds, null)
  })

  it('deletes groups with roles of the product after the administrator of its connection left, but none with administrative roles', async () => {
    const { store } = kit()
    const { scim, id } = await open()
    await store.directoryConnections.update({ id }, { syncToUserManagement: true })
    await store.roles.insert(aRoleRecord({ id: 'shop', tenantId: 'acme', level: 99, permissionIds: '[]' }))
    const paths: string[] = []
    for (const role of ['shop', 'admin']) {
      const { body: group } = await scim('POST', 'Groups', { body: aGroup(`Group ${role}`, []) })
      await store.groups.update({ id: group.id }, { roleIds: JSON.stringify([role]) })
      paths.push(`Groups/${group.id}`)
    }
    await store.members.delete({ tenantId: 'acme', userId: 'ada' })
    const statuses: number[] = []
    for (const path of paths) statuses.push((await scim('DELETE', path)).status)
    assert.deepEqual(statuses, [204, 403])
  })

  it('keeps what the directory manages from being changed in the portal', async () => {
    const { scim, adminToken } = await open()
    const ann = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body.id
    const group = (await scim('POST', 'Groups', { body: aGroup('Sales', [ann]) })).body
    const { userId = '' } = (await memberOf('ann@new.test')) ?? {}
    const rename = { id: userId, email: 'ann@new.test', name: 'Else' }
    const renamed = await kit().call('PUT', team.updateMember.path, { token: adminToken, body: rename })
    assert.equal(renamed.status, 409)
    const deletePath = fillPath(team.deleteMember.path, { userId })
    assert.equal((await kit().call('DELETE', deletePath, { token: adminToken })).status, 409)
    const usersPath = fillPath(groups.addUsers.path, { groupId: group.id })
    assert.equal((await kit().call('POST', usersPath, { token: adminToken, body: { userIds: ['mel'] } })).status, 409)
    assert.equal((await memberOf('ann@new.test'))?.name, 'ann')
  })

  it('guards a resource by its version', async () => {
    const { scim } = await open()
    const created = await scim('POST', 'Users', { body: aUser('ann@new.test') })
    const path = `Users/${created.body.id}`
    const etag = created.body.meta.version
    assert.equal((await scim('GET', path, { headers: { 'If-None-Match': etag } })).status, 304)
    const rename = { body: patch({ op: 'replace', path: 'displayName', value: 'Ann' }) }
    const changed = await scim('PATCH', path, { ...rename, headers: { 'If-Match': etag } })
    assert.deepEqual([changed.status, changed.body.meta.version === etag], [200, false])
    const stale = await scim('PATCH', path, { body: rename.body, headers: { 'If-Match': etag } })
    assert.deepEqual([stale.status, stale.body.status], [412, '412'])
    const same = await scim('PATCH', path, rename)
    assert.equal(same.body.meta.version, changed.body.meta.version, 'a change of nothing is none')
    assert.equal((await scim('DELETE', path, { headers: { 'If-Match': etag } })).status, 412)
  })

  it('describes itself', async () => {
    const { scim } = await open()
    const config = (await scim('GET', 'ServiceProviderConfig')).body
    assert.deepEqual([config.patch.supported, config.bulk.supported, config.etag.supported], [true, true, true])
    assert.deepEqual([config.pagination.cursor, config.pagination.index], [true, true])
    const types = (await scim('GET', 'ResourceTypes')).body
    assert.deepEqual(
      types.Resources.map(({ name }: { name: string }) => name),
      ['User', 'Group'],
    )
    assert.equal((await scim('GET', 'ResourceTypes/User')).body.endpoint, '/Users')
    assert.equal((await scim('GET', 'Schemas')).body.totalResults, 3)
    const schema = (await scim('GET', `Schemas/${USER_SCHEMA}`)).body
    const userName = schema.attributes.find(({ name }: { name: string }) => name === 'userName')
    assert.deepEqual([userName.required, userName.uniqueness, userName.type], [true, 'server', 'string'])
    assert.equal((await scim('GET', 'Schemas?filter=id+pr')).status, 403)
    assert.equal((await scim('GET', 'Me')).status, 501)
    assert.deepEqual((await scim('GET', 'Nothing')).body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
  })

  it('deactivates a user also when the same request names attributes that the server lacks', async () => {
    const { scim } = await open()
    const unknown = [
      'shoeSize',
      'name.prefixOfName',
      'emails[type eq "work"].nickname',
      'emails[nickname eq "work"].value',
      'urn:ietf:params:scim:schemas:extension:company:2.0:User:badge',
    ]
    for (const [at, path] of unknown.entries())
      for (const isFirst of [true, false]) {
        const userName = `left${at}${isFirst}@new.test`
        const created = await scim('POST', 'Users', { body: aUser(userName, { shoeSize: 44 }) })
        assert.deepEqual([created.status, created.body.active, created.body.shoeSize], [201, true, undefined])
        const operations = [
          { op: 'Replace', path, value: '44' },
          { op: 'Replace', path: 'active', value: 'False' },
        ]
        const body = patch(...(isFirst ? operations : operations.toReversed()))
        const changed = await scim('PATCH', `Users/${created.body.id}`, { body })
        assert.deepEqual([changed.status, changed.body.active], [200, false], path)
        const facts = { active: true, shoeSize: 45, name: { prefixOfName: 'Dr' } }
        const replaced = await scim('PUT', `Users/${created.body.id}`, { body: aUser(userName, facts) })
        assert.deepEqual([replaced.status, replaced.body.active, replaced.body.shoeSize], [200, true, undefined])
      }
    const { id } = (await scim('POST', 'Users', { body: aUser('stays@new.test') })).body
    const malformed = patch(
      { op: 'replace', path: 'active', value: false },
      { op: 'add', path: 'emails[type', value: 'x' },
    )
    assert.equal((await scim('PATCH', `Users/${id}`, { body: malformed })).body.scimType, 'invalidPath')
    assert.equal((await scim('GET', `Users/${id}`)).body.active, true)
  })

  it('runs bulk requests in the order of their references', async () => {
    const { scim } = await open()
    const operations = [
      { method: 'POST', path: '/Groups', bulkId: 'g', data: aGroup('Sales', ['bulkId:u']) },
      { method: 'POST', path: '/Users', bulkId: 'u', data: aUser('ann@new.test') },
      { method: 'PATCH', path: '/Users/bulkId:u', data: patch({ op: 'add', path: 'title', value: 'Boss' }) },
      { method: 'DELETE', path: '/Users/unknown' },
      { method: 'POST', path: '/Groups', bulkId: 'h', data: aGroup('Lost', ['bulkId:never']) },
    ]
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest']
    const done = await scim('POST', 'Bulk', { body: { schemas, Operations: operations } })
    assert.equal(done.status, 200)
    assert.deepEqual(
      done.body.Operations.map(({ status }: { status: string }) => status),
      ['201', '201', '200', '404', '409'],
    )
    assert.equal((await scim('GET', 'Users?filter=title+eq+"Boss"')).body.Resources[0].groups[0].display, 'Sales')
    const stopped = await scim('POST', 'Bulk', {
      body: { schemas, failOnErrors: 1, Operations: [operations[3], operations[1]] },
    })
    assert.equal(stopped.body.Operations.length, 1)
  })

  it('pages by index and by cursor without missing a user, and refuses cursors of other lists', async () => {
    const { scim } = await open()
    for (let at = 0; at < 7; at += 1) await scim('POST', 'Users', { body: aUser(`u${at}@new.test`) })
    const names = ({ Resources }: { Resources: { userName: string }[] }) => Resources.map(({ userName }) => userName)
    const page = (await scim('GET', 'Users?startIndex=3&count=2&sortBy=userName')).body
    assert.deepEqual([page.totalResults, page.itemsPerPage, page.startIndex], [7, 2, 3])
    assert.deepEqual(names(page), ['u2@new.test', 'u3@new.test'])
    const all: string[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const list = `Users?count=3&sortBy=userName&sortOrder=descending&cursor=${cursor}`
      const { body } = await scim('GET', list)
      all.push(...names(body))
      cursor = body.nextCursor
    }
    assert.deepEqual(
      all,
      [6, 5, 4, 3, 2, 1, 0].map((at) => `u${at}@new.test`),
    )
    const first = (await scim('GET', 'Users?count=3&cursor=')).body.nextCursor
    const other = await scim('GET', `Users?count=3&sortBy=userName&cursor=${first}`)
    assert.deepEqual([other.status, other.body.scimType], [400, 'invalidCursor'])
    kit().time.now += 3_601_000
    assert.equal((await scim('GET', `Users?count=3&cursor=${first}`)).body.scimType, 'expiredCursor')
  })
}
