import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groups } from '../../contract/groups.ts'
import { type AccessChange, guarantees } from '../../contract/guarantees.ts'
import { fillPath } from '../../contract/path.ts'
import { roles } from '../../contract/roles.ts'
import type { Interruption } from '../../entities/guarantee.ts'
import { aGroupRecord, anSsoConnectionRecord, aRoleRecord } from '../../testing/records.ts'
import { changedStore } from '../domain/identity/guarantor/changed-store.ts'
import { administratorIds } from '../domain/identity/roles/administrators.ts'
import { groupsRules } from '../handlers/groups.rules.ts'
import { SAVE_PERMISSIONS } from '../handlers/guarantee-work.ts'
import { rolesRules } from '../handlers/roles.rules.ts'
import { addMember, makeAccessToken, setRights, subscribeToAll } from './guarantor.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

const KINDS = ['api-token', 'channel', 'schedule', 'sso-connection', 'webhook']

export const describeAccessChanges = (kit: () => Kit): void => {
  const tokenOf = async (email: string) => (await kit().signIn(email)).token
  const check = async (changes: unknown, token: string) =>
    kit().call('POST', guarantees.checkAccessChanges.path, { token, body: { changes } })
  const checkAs = async (id: string, ...changes: AccessChange[]): Promise<Interruption[]> => {
    const { status, body } = await check(changes, await tokenOf(`${id}@acme.test`))
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const kindsOf = (items: readonly Interruption[]) => [...new Set(items.map(({ kind }) => kind))].sort()

  /**
   * Adds Gus, who is an administrator only by the role `lead` of the group `leads`, and who vouches for one record of
   * most kinds.
   */
  const plant = async () => {
    const { store } = kit()
    await addMember(kit(), ['fe.*'])
    await addMember(kit(), ['fe.*'], 'chief')
    const { permissionIds } = (await store.roles.get('role-gus')) ?? { permissionIds: '[]' }
    await store.roles.insert(aRoleRecord({ id: 'lead', key: 'lead', tenantId: 'acme', level: 0, permissionIds }))
    await store.groups.insert(aGroupRecord({ id: 'leads', name: 'Leads', tenantId: 'acme', roleIds: '["lead"]' }))
    await store.members.update({ tenantId: 'acme', userId: 'gus' }, { roleIds: '[]', groupIds: '["leads"]' })
    const token = await tokenOf('gus@acme.test')
    await makeAccessToken(kit(), token, ['admin'])
    await subscribeToAll(kit(), token, 'https://hooks.acme.test/all')
    const facts = { id: 'okta', tenantId: 'acme', enabled: true, roleIds: '["admin"]', guarantorId: 'gus' }
    await store.ssoConnections.insert(anSsoConnectionRecord(facts))
  }

  const ofGroup = { groupId: 'leads' }
  const ofRole = { roleId: 'lead' }
  const CHANGES: readonly [title: string, change: AccessChange, save: [method: string, path: string, body?: object]][] =
    [
      [
        'the deletion of a group',
        { kind: 'group', id: 'leads' },
        ['DELETE', fillPath(groups.deleteGroup.path, ofGroup)],
      ],
      [
        'taking a role from a group',
        { kind: 'group', id: 'leads', roleIds: [] },
        ['DELETE', fillPath(groups.removeRoles.path, ofGroup), { roleIds: ['lead'] }],
      ],
      [
        'removing a member from a group',
        { kind: 'group', id: 'leads', leavingUserIds: ['gus'] },
        ['DELETE', fillPath(groups.removeUsers.path, ofGroup), { userIds: ['gus'] }],
      ],
      [
        'turning off the roles of groups',
        { kind: 'group-roles-off' },
        ['POST', groups.updateConfiguration.path, { rolesEnabled: false }],
      ],
      ['the deletion of a role', { kind: 'role', id: 'lead' }, ['DELETE', fillPath(roles.deleteRole.path, ofRole)]],
      [
        'taking permissions from a role',
        { kind: 'role', id: 'lead', permissionIds: [] },
        ['PUT', fillPath(roles.attachPermissions.path, ofRole), { permissionIds: [] }],
      ],
    ]

  for (const [title, change, [method, path, body = {}]] of CHANGES)
    it(`name what ${title} interrupts, as it is listed after the change was saved`, async () => {
      await plant()
      const found = await checkAs('chief', change)
      assert.deepEqual(kindsOf(found), KINDS)
      assert.deepEqual([...new Set(found.map(({ guarantor }) => guarantor?.email))], ['gus@acme.test'])
      const token = await tokenOf('chief@acme.test')
      const listed = async (): Promise<Interruption[]> =>
        (await kit().call('GET', guarantees.listInterruptions.path, { token })).body.interruptions
      assert.deepEqual(await listed(), [], 'nothing has changed')
      const saved = await kit().call(method, path, { token, body })
      assert.ok(saved.status < 300, JSON.stringify(saved.body))
      const facts = (items: readonly Interruption[]) =>
        items
          .map(({ kind, reason, count, items: [first], guarantor }) => ({ kind, reason, count, first, guarantor }))
          .sort((one, other) => one.kind.localeCompare(other.kind) || one.reason.localeCompare(other.reason))
      assert.deepEqual(facts(found), facts(await listed()))
      // Records that are limited already aren't listed again.
      if (title !== 'the deletion of a role') assert.deepEqual(await checkAs('chief', { kind: 'role', id: 'lead' }), [])
    })

  /** Lets Gus vouch for a connection with few rights, so that it refuses everyone who may do more. */
  const plantExceedable = async () => {
    await plant()
    const { store } = kit()
    await store.ssoConnections.update({ id: 'okta' }, { skipEmailDomainValidation: true })
    await setRights(kit(), ['fe.secure.write.samlConfiguration'])
    await store.members.update({ tenantId: 'acme', userId: 'gus' }, { groupIds: null })
    await addMember(kit(), ['fe.secure.read.users'], 'ned')
    const permissionIds = (await store.roles.get('role-ned'))?.permissionIds ?? '[]'
    await store.roles.insert(
      aRoleRecord({ id: 'basic', key: 'basic', tenantId: 'acme', isDefault: true, permissionIds }),
    )
    await store.groups.insert(aGroupRecord({ id: 'crew', name: 'Crew', tenantId: 'acme' }))
    await store.members.update({ tenantId: 'acme', userId: 'ned' }, { roleIds: '["basic"]', groupIds: '["crew"]' })
  }

  const RISES: readonly [title: string, change: AccessChange, save: [method: string, path: string, body: object]][] = [
    [
      'adding a role to a group',
      { kind: 'group', id: 'crew', roleIds: ['lead'] },
      ['POST', fillPath(groups.addRoles.path, { groupId: 'crew' }), { roleIds: ['lead'] }],
    ],
    [
      'making an administrative role a default role',
      { kind: 'role', id: 'lead', isDefault: true },
      ['PATCH', fillPath(roles.updateRole.path, ofRole), { isDefault: true }],
    ],
    [
      'making a default role an ordinary one',
      { kind: 'role', id: 'basic', isDefault: false },
      ['PATCH', fillPath(roles.updateRole.path, { roleId: 'basic' }), { isDefault: false }],
    ],
  ]
  for (const [title, change, [method, path, body]] of RISES)
    it(`name the connection that ${title} lets refuse a user, as it is listed afterwards`, async () => {
      await plantExceedable()
      const token = await tokenOf('chief@acme.test')
      const exceeding = (items: readonly Interruption[]) =>
        items.find(({ kind }) => kind === 'sso-connection')?.exceeding ?? 0
      const listed = async (): Promise<number> =>
        exceeding((await kit().call('GET', guarantees.listInterruptions.path, { token })).body.interruptions)
      const before = await listed()
      const found = await checkAs('chief', change)
      assert.ok(exceeding(found) > before, JSON.stringify(found))
      assert.equal(await listed(), before, 'nothing has changed')
      const saved = await kit().call(method, path, { token, body })
      assert.ok(saved.status < 300, JSON.stringify(saved.body))
      assert.equal(await listed(), exceeding(found))
    })

  it('name nothing that keeps its permissions, and read each kind of record once then', async () => {
    await plant()
    const { store } = kit()
    const { list } = store.webhooks
    let reads = 0
    store.webhooks.list = (where) => {
      reads += 1
      return list(where)
    }
    const permissionIds = JSON.parse((await store.roles.get('lead'))?.permissionIds ?? '[]')
    const others = { kind: 'group' as const, id: 'leads', leavingUserIds: ['mel', 'chief'] }
    const found = [
      await checkAs('chief', others),
      await checkAs('chief', { kind: 'group', id: 'leads', roleIds: ['lead', 'member'] }),
      await checkAs('chief', { kind: 'role', id: 'lead', permissionIds }),
    ]
    store.webhooks.list = list
    assert.deepEqual([found, reads], [[[], [], []], 3])
  })

  it('name records only to callers who may confirm them, and guarantors only to those who may see users', async () => {
    await plant()
    const change: AccessChange = { kind: 'group', id: 'leads' }
    await addMember(kit(), ['fe.secure.delete.groups', 'fe.connectivity.write.webhook'], 'ned')
    const found = await checkAs('ned', change)
    assert.deepEqual(kindsOf(found), KINDS)
    assert.ok(found.every(({ guarantor, administrators }) => guarantor === null && !administrators))
    const named = found.filter(({ items }) => items.some(({ name }) => name !== ''))
    assert.deepEqual(kindsOf(named), ['channel', 'webhook'])
    await setRights(kit(), ['fe.secure.delete.groups', 'fe.secure.read.users'], 'ned')
    const again = await checkAs('ned', change)
    assert.ok(again.every(({ guarantor }) => guarantor?.id === 'gus'))
    assert.ok(again.every(({ items }) => items.every(({ name }) => name === '')))
  })

  it('need the permission to save the change, and exist only for the account’s own roles and groups', async () => {
    await plant()
    await addMember(kit(), ['fe.secure.read.*'], 'ned')
    const ned = await tokenOf('ned@acme.test')
    const chief = await tokenOf('chief@acme.test')
    const statusOf = async (change: unknown, token = chief) => (await check([change], token)).status
    for (const [title, change, [method, path, body = {}]] of CHANGES) {
      assert.equal(await statusOf(change, ned), 403, title)
      assert.equal((await kit().call(method, path, { token: ned, body })).status, 403, title)
    }
    await setRights(kit(), ['fe.secure.delete.groups'], 'ned')
    assert.equal(await statusOf({ kind: 'group', id: 'leads' }, ned), 200)
    assert.equal(await statusOf({ kind: 'group', id: 'leads', roleIds: [], leavingUserIds: ['gus'] }, ned), 403)
    await kit().store.groups.insert(aGroupRecord({ id: 'others', name: 'Others', tenantId: 'globex' }))
    for (const change of [
      { kind: 'group', id: 'others' },
      { kind: 'group', id: 'unknown' },
      { kind: 'role', id: 'admin' },
    ])
      assert.equal(await statusOf(change), 404, JSON.stringify(change))
    for (const change of [
      { kind: 'toString', id: 'lead' },
      null,
      { kind: 'role' },
      { kind: 'role', id: 'lead', permissionIds: 'all' },
      { kind: 'role', id: 'lead', isDefault: 'yes' },
      { kind: 'group', id: 'leads', leavingUserIds: [1] },
    ])
      assert.equal(await statusOf(change), 400, JSON.stringify(change))
    const many = Array.from({ length: 101 }, () => ({ kind: 'group', id: 'leads' }))
    for (const changes of [undefined, {}, many]) assert.equal((await check(changes, chief)).status, 400)
  })

  it('name what is limited in part and would stop, and nothing that a change restores', async () => {
    await plant()
    const { store } = kit()
    const { permissionIds } = (await store.roles.get('lead')) ?? { permissionIds: '[]' }
    await addMember(kit(), ['fe.secure.read.users'], 'ned')
    const less = (await store.roles.get('role-ned'))?.permissionIds ?? '[]'
    await store.roles.update({ id: 'lead' }, { permissionIds: less })
    const found = await checkAs('chief', { kind: 'group', id: 'leads' })
    assert.ok(kindsOf(found).includes('api-token'))
    assert.deepEqual([...new Set(found.map(({ reason }) => reason))], ['gone'])
    const restored: AccessChange = { kind: 'role', id: 'lead', permissionIds: JSON.parse(permissionIds) }
    assert.deepEqual(await checkAs('chief', restored), [])
  })

  it('need the permissions that the rules of the saving calls name', () => {
    const rules: Record<string, { permission: string }> = { ...groupsRules, ...rolesRules }
    for (const [save, permission] of Object.entries(SAVE_PERMISSIONS)) assert.equal(rules[save]?.permission, permission)
  })

  it('name what is limited already and would be limited more, and not what is limited as much', async () => {
    await plant()
    const { store } = kit()
    await store.ssoConnections.update({ id: 'okta' }, { skipEmailDomainValidation: true })
    const areas = ['users', 'audits', 'roles', 'groups'].map((area) => `fe.secure.read.${area}`)
    await addMember(kit(), areas, 'ned')
    const permissionIds: string[] = JSON.parse((await store.roles.get('role-ned'))?.permissionIds ?? '[]')
    await store.roles.update({ id: 'lead' }, { permissionIds: JSON.stringify(permissionIds) })
    const without = (at: number): AccessChange => ({
      kind: 'role',
      id: 'lead',
      permissionIds: permissionIds.filter((_id, other) => other !== at),
    })
    assert.deepEqual(await checkAs('chief', without(areas.length)), [])
    const found = await checkAs('chief', without(areas.indexOf('fe.secure.read.groups')))
    assert.deepEqual([...new Set(found.map(({ kind, reason }) => `${kind} ${reason}`))].sort(), [
      'api-token withheld',
      'channel withheld',
      'sso-connection exceeded',
      'webhook withheld',
    ])
  })

  it('take as many reads for 100 changes as for one', async () => {
    await plant()
    const { store } = kit()
    const { count } = store.roles
    let reads = 0
    store.roles.count = (where) => {
      reads += 1
      return count(where)
    }
    const ids = Array.from({ length: 100 }, (_, at) => `part-${at}`)
    await store.roles.insertMany(ids.map((id) => aRoleRecord({ id, key: id, tenantId: 'acme' })))
    const found = await checkAs('chief', ...ids.map((id) => ({ kind: 'role' as const, id })))
    store.roles.count = count
    assert.deepEqual([found, reads], [[], 1])
  })

  it('read nothing for no change, which needs no permission', async () => {
    await plant()
    const { store } = kit()
    const { list } = store.webhooks
    let reads = 0
    store.webhooks.list = (where) => {
      reads += 1
      return list(where)
    }
    const found = await checkAs('mel')
    store.webhooks.list = list
    assert.deepEqual([found, reads], [[], 0])
  })

  it('count no group as administrative that has lost its roles', async () => {
    await plant()
    const { store } = kit()
    const groupsAfter = async (...changes: AccessChange[]) =>
      (await administratorIds(await changedStore(store, 'acme', changes), 'acme')).groups
    assert.deepEqual(await groupsAfter(), ['leads'])
    assert.deepEqual(await groupsAfter({ kind: 'group', id: 'leads', roleIds: [] }), [])
    assert.deepEqual(await groupsAfter({ kind: 'group-roles-off' }), [])
  })

  it('name what only several changes together interrupt', async () => {
    await plant()
    const { store } = kit()
    const { permissionIds } = (await store.roles.get('lead')) ?? { permissionIds: '[]' }
    await store.roles.insert(aRoleRecord({ id: 'also', key: 'also', tenantId: 'acme', level: 0, permissionIds }))
    await store.members.update({ tenantId: 'acme', userId: 'gus' }, { roleIds: '["also"]' })
    const changes: AccessChange[] = [
      { kind: 'role', id: 'also', permissionIds: [] },
      { kind: 'role', id: 'lead', permissionIds: [] },
    ]
    for (const change of changes) assert.deepEqual(await checkAs('chief', change), [])
    assert.deepEqual(kindsOf(await checkAs('chief', ...changes)), KINDS)
    assert.deepEqual(await checkAs('chief'), [])
  })
}
