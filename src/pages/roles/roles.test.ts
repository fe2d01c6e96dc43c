import { expect } from 'chai'
import { permissions, roleList, roles } from '../../contract/roles.ts'
import { canonical } from '../../parts/page-kit/page-url.ts'
import { shownRows } from '../../parts/record-list/list-state.ts'
import { aPermission, aRole } from '../../testing/builders.ts'
import { settle } from '../../testing/clock.ts'
import { refused } from '../../testing/fake-send.ts'
import { mountSlice } from '../../testing/slice.ts'
import { rolesPage } from './index.ts'
import { rolesSlice } from './roles.actions.ts'
import { allowedBy, canGive, grantedBy, groupPermissions, pageOfGroups } from './roles.permissions.ts'
import { canCount, draftOf, initialRoles, keyFrom, permissionChange, type RoleDraft, rolesUrl } from './roles.state.ts'

const agent = aRole({ id: 'r1', name: 'Agent', key: 'agent', tenantId: 't', permissions: ['p1'] })
const boss = aRole({ id: 'r2', name: 'Boss', key: 'boss', tenantId: 't', permissions: ['p1', 'p2'] })

const setUp = () => {
  const mounted = mountSlice(rolesSlice, initialRoles, { page: rolesPage })
  const { fake } = mounted
  const rows = [agent, boss].map((role) => ({ ...role, userCount: 3 }))
  fake.respond(roleList.listRoles, () => ({ items: rows, _metadata: { totalItems: 2, totalPages: 1 } }))
  fake.respond(roles.listRoles, () => [agent, boss])
  fake.respond(permissions.listPermissions, () => [aPermission({ id: 'p1' }), aPermission({ id: 'p2' })])
  fake.respond(permissions.listCategories, () => [])
  return mounted
}

describe('what the roles page does', () => {
  it('shows how many users have a role, unless the backend does not count', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    expect(state().list.rows.map(({ userCount }) => userCount)).to.deep.equal([3, 3])
    fake.respond(roleList.listRoles, () => refused('Not found', 404))
    await actions.reload()
    expect([canCount(state()), state().list.rows.map(({ name }) => name)]).to.deep.equal([false, ['Agent', 'Boss']])
  })

  it('keeps the rows when a reload fails', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(roleList.listRoles, () => refused('Too busy', 503))
    await actions.reload()
    expect([state().list.phase, state().list.error, state().list.rows.length]).to.deep.equal(['failed', 'Too busy', 2])
  })

  it('saves only what changed, the permissions first', async () => {
    const { actions, state, fake, events } = setUp()
    fake.respond(roles.attachPermissions, () => agent)
    fake.respond(roles.updateRole, () => agent)
    await actions.open('')
    const save = (patch: Partial<RoleDraft>) => actions.save(agent, { ...draftOf(agent), ...patch })
    await save({ permissionIds: ['p2'] })
    await save({ name: 'Agents' })
    expect(fake.inputsOf(roles.attachPermissions)).to.deep.equal([
      { path: { roleId: 'r1' }, body: { permissionIds: ['p2'] } },
    ])
    expect(fake.inputsOf(roles.updateRole).map(({ body }) => (body as { name: string }).name)).to.deep.equal(['Agents'])
    expect(state().list.rows[0]?.name).to.equal('Agents')
    expect(events[0]).to.deep.equal(['update-role', { roleId: 'r1', added: ['p2'], removed: ['p1'] }])
  })

  it('changes several roles in the matrix at once, after counting the affected users', async () => {
    const { actions, state, fake, clock } = setUp()
    fake.respond(roleList.roleImpact, () => ({ users: 41, changes: [{ permissionId: 'p2', users: 41 }] }))
    fake.respond(roles.attachPermissions, () => agent)
    await actions.open('')
    const [first, second] = state().list.rows
    if (!first || !second) throw new Error('two roles')
    actions.tick(first, 'p2')
    actions.tick(second, 'p2')
    actions.tick(first, 'p1')
    actions.tick(first, 'p1')
    await clock.advance(250)
    await settle()
    expect(Object.values(state().drafts).map(({ impact }) => impact.phase)).to.deep.equal(['ready', 'ready'])
    expect(fake.inputsOf(roleList.roleImpact)).to.have.length(2)
    actions.tick(second, 'p2')
    expect(Object.keys(state().drafts)).to.deep.equal(['r1'])
    await actions.saveMatrix()
    expect(fake.inputsOf(roles.attachPermissions)).to.deep.equal([
      { path: { roleId: 'r1' }, body: { permissionIds: ['p2', 'p1'] } },
    ])
    expect([state().drafts, state().saving, state().notice?.key]).to.deep.equal([{}, false, 'matrixSaved'])
    expect(state().list.rows[0]?.permissions).to.deep.equal(['p2', 'p1'])
  })

  it('keeps the changes of the matrix when the server refuses them, and discards them on demand', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(roles.attachPermissions, () => refused('You cannot give what you do not hold', 403))
    await actions.open('')
    const [first] = state().list.rows
    if (!first) throw new Error('a role')
    actions.tick(first, 'p2')
    await actions.saveMatrix()
    expect([Object.keys(state().drafts), state().saving, state().notice?.key]).to.deep.equal([['r1'], false, 'failed'])
    actions.discardMatrix()
    expect(state().drafts).to.deep.equal({})
  })

  it('keeps the form when the server refuses', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(roles.addRole, () => refused('A role with this key already exists.', 409))
    await actions.open('')
    actions.openDialog({ kind: 'edit' })
    await actions.save(undefined, { ...draftOf(agent) })
    expect([state().dialog?.kind, state().formError, state().saving]).to.deep.equal([
      'edit',
      'A role with this key already exists.',
      false,
    ])
  })

  it('deletes when that can no longer be undone, and shows a role again that the server keeps', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(roles.deleteRole, () => refused('The last administrator can’t lose that role', 409))
    await actions.open('')
    actions.remove(agent)
    expect(shownRows(state().list).map(({ id }) => id)).to.deep.equal(['r2'])
    actions.undo(state().notice?.undo ?? '')
    expect(shownRows(state().list)).to.have.length(2)
    actions.remove(agent)
    actions.commit(state().notice?.undo ?? '')
    await settle()
    expect(fake.inputsOf(roles.deleteRole)).to.have.length(1)
    expect(shownRows(state().list)).to.have.length(2)
    expect([state().notice?.key, state().notice?.retry]).to.deep.equal(['deletionFailed', undefined])
  })

  it('counts the affected users on the server, and works without the count', async () => {
    const { actions, state, fake } = setUp()
    const result = { users: 3, changes: [{ permissionId: 'p1', users: 2 }] }
    fake.respond(roleList.roleImpact, () => result)
    await actions.loadImpact(agent, ['p1'])
    expect(state().impact).to.deep.equal({ phase: 'ready', result })
    fake.respond(roleList.roleImpact, () => refused('Not found', 404))
    await actions.loadImpact(agent, ['p1'])
    expect(state().impact).to.deep.equal({ phase: 'none' })
  })

  it('opens the role of a deep link from another page of the list', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(roleList.listRoles, () => ({ items: [], _metadata: { totalItems: 2, totalPages: 1 } }))
    await actions.open('role=r2')
    expect(state().dialog).to.deep.equal({ kind: 'edit', role: boss })
  })
})

describe('the rules of roles', () => {
  const urls = [
    '',
    'search=a&sort=createdAt%3Adesc&size=50&page=3',
    'tab=matrix',
    'role=r1',
    'new=',
    'copy=r1',
    'holders=r1',
    'delete=r1',
  ]
  for (const url of urls)
    it(`reads and writes the deep link "${url}"`, () => {
      expect(canonical(rolesUrl.place, rolesPage.links ?? [], url)).to.equal(url)
    })

  const keys: [string, string][] = [
    ['Export team', 'export-team'],
    ['Größe & Maß', 'gro-e-ma'],
    ['  ', ''],
  ]
  for (const [name, key] of keys)
    it(`suggests the key "${key}" of "${name}"`, () => {
      expect(keyFrom(name)).to.equal(key)
    })

  it('lists what a change adds and removes', () => {
    expect(permissionChange(['a', 'b'], ['b', 'c'])).to.deep.equal({ added: ['c'], removed: ['a'] })
  })

  const all = aPermission({ id: 'all', key: 'fe.*', name: 'Everything', categoryId: 'c1' })
  const read = aPermission({ id: 'read', key: 'fe.secure.read.users', name: 'View users', categoryId: 'c2' })
  const write = aPermission({ id: 'write', key: 'fe.secure.write.users', name: 'Invite users', categoryId: 'gone' })

  it('groups permissions under their categories and finds them by name, key and category', () => {
    const at = { description: '', feCategory: true, permissionIds: [], createdAt: '', updatedAt: '' }
    const categories = [
      { id: 'c2', name: 'Users', ...at },
      { id: 'c1', name: 'General', ...at },
    ]
    const shown = (search: string) =>
      groupPermissions([all, read, write], categories, { search, other: 'Other', language: 'en' }).map(
        (group) => `${group.name}: ${group.permissions.map(({ id }) => id).join()}`,
      )
    expect(shown('')).to.deep.equal(['General: all', 'Users: read', 'Other: write'])
    expect(shown('WRITE.users')).to.deep.equal(['Other: write'])
    expect(shown('general')).to.deep.equal(['General: all'])
    expect(shown('nothing')).to.deep.equal([])
  })

  it('finds the key or wildcard with which a role allows a permission', () => {
    expect(allowedBy(read, [read])).to.deep.equal({ kind: 'direct' })
    expect(allowedBy(read, [all])).to.deep.equal({ kind: 'wildcard', by: all })
    expect(allowedBy(read, [write])).to.deep.equal({ kind: 'no' })
  })

  it('lists what a role grants, and through which wildcard', () => {
    expect(grantedBy(['write', 'all'], [all, read, write])).to.deep.equal([
      { permission: all },
      { permission: read, by: all },
      { permission: write },
    ])
    expect(grantedBy([], [all, read])).to.deep.equal([])
  })

  it('splits categories into pages by the number of permissions', () => {
    const groups = [
      { id: 'a', name: 'A', permissions: [all, read] },
      { id: 'b', name: 'B', permissions: [write] },
    ]
    const page = (offset: number) =>
      pageOfGroups(groups, { offset, limit: 1 }).map(({ name, permissions }) => [name, permissions.length])
    expect([page(0), page(1), page(2)]).to.deep.equal([[['A', 1]], [['A', 1]], [['B', 1]]])
  })

  it('lets users grant only permissions that they have', () => {
    expect([canGive(['fe.secure.*'], read), canGive(['fe.secure.*'], all), canGive(undefined, all)]).to.deep.equal([
      true,
      false,
      true,
    ])
  })
})
