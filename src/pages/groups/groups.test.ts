import { expect } from 'chai'
import { groupList, groups } from '../../contract/groups.ts'
import { members, team } from '../../contract/users.ts'
import { canonical } from '../../parts/page-kit/page-url.ts'
import { shownRows } from '../../parts/record-list/list-state.ts'
import { aRole, aUser } from '../../testing/builders.ts'
import { settle } from '../../testing/clock.ts'
import { refused } from '../../testing/fake-send.ts'
import { mountSlice } from '../../testing/slice.ts'
import { groupsSlice } from './groups.actions.ts'
import { draftOf, groupsUrl, initialGroups } from './groups.state.ts'
import { groupsPage } from './index.ts'

const night = {
  id: 'g1',
  name: 'Night shift',
  color: '#2563eb',
  description: '',
  managedBy: 'frontegg' as const,
  roles: [aRole({ id: 'r1' })],
  userCount: 2,
  createdAt: '2026-01-01T00:00:00Z',
}
const mel = aUser({ id: 'mel', name: 'Mel Ortiz', email: 'mel@acme.test' })

const setUp = () => {
  const mounted = mountSlice(groupsSlice, initialGroups, { page: groupsPage })
  const { fake } = mounted
  fake.respond(groupList.listGroups, () => ({ items: [night], _metadata: { totalItems: 1, totalPages: 1 } }))
  fake.respond(team.listAssignableRoles, () => ({ items: [] }))
  fake.respond(groups.getConfiguration, () => ({ enabled: true, rolesEnabled: true }))
  return mounted
}

describe('what the groups page does', () => {
  it('counts members in the browser if the backend lists all groups at once', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(groupList.listGroups, () => refused('Not found', 404))
    fake.respond(groups.listGroups, () => ({ groups: [{ ...night, users: [mel, mel, mel] }] }))
    await actions.open('')
    expect([state().missing, state().list.rows[0]?.userCount]).to.deep.equal([['listGroups'], 3])
    expect(fake.inputsOf(groups.listGroups)[0]?.query).to.deep.equal({ _groupsRelations: 'rolesAndUsers' })
  })

  it('offers no settings if the backend has none', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(groups.getConfiguration, () => refused('Not found', 404))
    await actions.open('')
    expect([state().config, state().isConfigUnknown]).to.deep.equal([undefined, true])
  })

  it('creates the group, then adds its members and roles', async () => {
    const { actions, fake, state, events } = setUp()
    fake.respond(groups.createGroup, () => ({ ...night, id: 'g2' }))
    fake.respond(groups.addUsers, () => ({}))
    fake.respond(groups.addRoles, () => ({}))
    await actions.open('')
    actions.openDialog({ kind: 'edit' })
    await actions.save(undefined, { ...draftOf(undefined), name: 'New', roleIds: ['r1'], members: [mel] })
    expect(fake.inputsOf(groups.createGroup)).to.deep.equal([{ body: { name: 'New', color: '#2563eb' } }])
    expect(fake.inputsOf(groups.addUsers)).to.deep.equal([{ path: { groupId: 'g2' }, body: { userIds: ['mel'] } }])
    expect(fake.inputsOf(groups.addRoles)).to.deep.equal([{ path: { groupId: 'g2' }, body: { roleIds: ['r1'] } }])
    expect([state().dialog, state().notice?.key, events[0]?.[0]]).to.deep.equal([null, 'created', 'create-group'])
  })

  it('sends only the roles that changed, and no name that did not change', async () => {
    const { actions, fake } = setUp()
    fake.respond(groups.addRoles, () => ({}))
    fake.respond(groups.removeRoles, () => ({}))
    await actions.open('')
    await actions.save(night, { ...draftOf(night), roleIds: ['r2'] })
    expect(fake.inputsOf(groups.addRoles)).to.deep.equal([{ path: { groupId: 'g1' }, body: { roleIds: ['r2'] } }])
    expect(fake.inputsOf(groups.removeRoles)).to.deep.equal([{ path: { groupId: 'g1' }, body: { roleIds: ['r1'] } }])
  })

  it('keeps the form and reads the list again when a part was refused', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(groups.createGroup, () => refused('There is a group with this name already', 409))
    await actions.open('')
    actions.openDialog({ kind: 'edit' })
    await actions.save(undefined, { ...draftOf(undefined), name: 'Night shift' })
    expect([state().dialog?.kind, state().formError]).to.deep.equal(['edit', 'There is a group with this name already'])
    expect(fake.inputsOf(groupList.listGroups)).to.have.length(2)
  })

  it('adds and removes members and updates their number', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(groups.addUsers, () => ({}))
    fake.respond(groups.removeUsers, () => ({}))
    fake.respond(members.listMembers, () => ({ items: [mel], _metadata: { totalItems: 1, totalPages: 1 } }))
    await actions.open('')
    await actions.addMembers(night, [mel])
    expect(state().list.rows[0]?.userCount).to.equal(3)
    await actions.findMembers(night, '')
    expect(fake.inputsOf(members.listMembers)[0]?.query).to.include({ groupId: 'g1', offset: 0 })
    await actions.removeMember(night, mel)
    expect([state().list.rows[0]?.userCount, state().users.users]).to.deep.equal([2, []])
  })

  it('deletes the group when that can no longer be undone', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(groups.deleteGroup, () => ({}))
    await actions.open('')
    actions.remove(night)
    expect([shownRows(state().list), fake.inputsOf(groups.deleteGroup)]).to.deep.equal([[], []])
    actions.close()
    await settle()
    expect(fake.inputsOf(groups.deleteGroup)).to.deep.equal([{ path: { groupId: 'g1' } }])
    expect(state().list.totalItems).to.equal(0)
  })

  for (const url of [
    '',
    'search=night&page=2',
    'group=g1',
    'new=',
    'edit=g1',
    'add=g1',
    'delete=g1',
    'page=2&settings=',
  ])
    it(`reads and writes the deep link "${url}"`, () => {
      expect(canonical(groupsUrl.place, groupsPage.links ?? [], url)).to.equal(url)
    })
})
