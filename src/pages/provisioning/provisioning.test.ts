import { expect } from 'chai'
import { groupList, groups } from '../../contract/groups.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { team } from '../../contract/users.ts'
import { canonical } from '../../parts/page-kit/page-url.ts'
import { aRole } from '../../testing/builders.ts'
import { refused } from '../../testing/fake-send.ts'
import { mountSlice } from '../../testing/slice.ts'
import { consoleValues } from './dialogs/setup-dialogs.tsx'
import { provisioningPage } from './index.ts'
import { provisioningSlice } from './provisioning.actions.ts'
import { initialProvisioning, provisioningUrl, statusOf } from './provisioning.state.ts'

const okta = {
  id: 'c1',
  connectionName: 'Okta of Acme',
  source: 'okta' as const,
  syncToUserManagement: true,
  createdAt: '2026-01-01T00:00:00Z',
  lastSync: '2026-01-02T00:00:00Z',
}
const baseUrl = 'https://api.test/directory/resources/scim/v2'
const engineers = {
  id: 'g1',
  name: 'Engineers',
  managedBy: 'scim2' as const,
  roles: [aRole({ id: 'r1', name: 'Auditor' })],
  userCount: 4,
  createdAt: '2026-01-01T00:00:00Z',
  directory: 'Okta of Acme',
}

const setUp = async () => {
  const mounted = mountSlice(provisioningSlice, initialProvisioning, { page: provisioningPage })
  const { fake } = mounted
  fake.respond(provisioning.listConnections, () => [okta])
  fake.respond(provisioningConnections.listConnectionCounts, () => ({
    baseUrl,
    connections: [{ id: 'c1', userCount: 12, groupCount: 2 }],
  }))
  await mounted.actions.open('')
  const [connection] = mounted.state().list.rows
  if (!connection) throw new Error('The list is empty')
  return { ...mounted, connection }
}

describe('what the provisioning page does', () => {
  it('lists connections with their users, and counts them with one call each if the backend has no call for all', async () => {
    const { actions, state, fake } = await setUp()
    expect([state().list.rows[0]?.userCount, state().baseUrl]).to.deep.equal([12, baseUrl])
    fake.respond(provisioningConnections.listConnectionCounts, () => refused('Not found', 404))
    fake.respond(provisioning.countConnectionUsers, () => ({ count: 11 }))
    await actions.reload()
    expect([state().list.rows[0]?.userCount, state().missing]).to.deep.equal([11, ['listConnectionCounts']])
  })

  it('fails as a whole when users can’t be counted', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(provisioningConnections.listConnectionCounts, () => refused('Not found', 404))
    fake.respond(provisioning.countConnectionUsers, () => refused('Down'))
    await actions.reload()
    expect([state().list.phase, state().list.error]).to.deep.equal(['failed', 'Down'])
  })

  it('creates a connection and shows its token in a dialog that no URL leads to', async () => {
    const { actions, state, fake, events } = await setUp()
    fake.respond(provisioning.createConnection, () => ({ id: 'c2', connectionName: 'HR', token: 'fesc_1' }))
    actions.openDialog({ kind: 'new' })
    await actions.create({ source: 'azure-ad', name: ' HR ' })
    expect(fake.inputsOf(provisioning.createConnection)[0]?.body).to.deep.equal({
      source: 'azure-ad',
      connectionName: 'HR',
    })
    const { dialog } = state()
    expect(dialog).to.deep.equal({
      kind: 'token',
      connection: { id: 'c2', name: 'HR', source: 'azure-ad' },
      token: 'fesc_1',
    })
    expect(dialog && provisioningUrl.linkOf(dialog)).to.equal(undefined)
    expect(events.map(([name]) => name)).to.deep.equal(['create-provisioning-connection'])
    expect(JSON.stringify(events)).to.not.include('fesc_1')
  })

  it('keeps the form when a connection is refused', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(provisioning.createConnection, () => refused('An account can have at most 20'))
    actions.openDialog({ kind: 'new' })
    await actions.create({ source: 'okta', name: '' })
    expect([state().dialog?.kind, state().formError]).to.deep.equal(['new', 'An account can have at most 20'])
  })

  it('confirms a connection whose guarantor has left, and shows it in the list', async () => {
    const { actions, state, fake, connection } = await setUp()
    const guarantor = { id: 'tom', name: 'Tom Ash', email: 'tom@acme.test' }
    const counted = (guarantee: object) => () => ({
      baseUrl,
      connections: [{ id: 'c1', userCount: 12, groupCount: 2, guarantee }],
    })
    fake.respond(provisioningConnections.listConnectionCounts, counted({ guarantor, problem: 'gone', exceeding: 0 }))
    await actions.reload()
    expect(state().list.rows.map(statusOf)).to.deep.equal(['unconfirmed'])
    actions.openDialog({ kind: 'confirm', connection })
    fake.respond(guarantees.confirmGuaranteed, () => refused('Not enough permissions', 403))
    await actions.confirm(connection)
    expect(state().formError).to.equal('Not enough permissions')
    fake.respond(guarantees.confirmGuaranteed, () => undefined)
    fake.respond(provisioningConnections.listConnectionCounts, counted({ guarantor, problem: null, exceeding: 0 }))
    await actions.confirm(connection)
    expect(fake.inputsOf(guarantees.confirmGuaranteed).at(-1)?.body).to.deep.equal({ kind: 'directory', id: 'c1' })
    expect([state().dialog, state().list.rows.map(statusOf)]).to.deep.equal([null, ['linked']])
    expect(state().notice).to.deep.include({ key: 'confirmed', values: { name: 'Okta of Acme' } })
  })

  it('rotates a token and forgets it when the page is left', async () => {
    const { actions, state, fake, connection } = await setUp()
    fake.respond(provisioningConnections.rotateToken, () => ({ token: 'fesc_2' }))
    actions.openDialog({ kind: 'rotate', connection })
    await actions.rotate(connection)
    expect(state().dialog).to.include({ kind: 'token', token: 'fesc_2' })
    actions.close()
    expect(JSON.stringify(state())).to.not.include('fesc_2')
  })

  it('pauses and resumes a connection', async () => {
    const { actions, state, fake, connection } = await setUp()
    fake.respond(provisioning.updateConnection, () => ({}))
    await actions.setPaused(connection, true)
    expect(state().notice?.key).to.equal('paused')
    await actions.setPaused(connection, false)
    expect(fake.inputsOf(provisioning.updateConnection).map(({ body }) => body)).to.deep.equal([
      { syncToUserManagement: false },
      { syncToUserManagement: true },
    ])
  })

  it('deletes a connection and handles its users as chosen, or with the older call where users can only be kept', async () => {
    const { actions, fake, connection } = await setUp()
    fake.respond(provisioningConnections.deleteConnectionAndUsers, () => ({ count: 12 }))
    fake.respond(provisioning.deleteConnection, () => ({}))
    actions.openDialog({ kind: 'delete', connection })
    await actions.remove(connection, 'remove')
    expect(fake.inputsOf(provisioningConnections.deleteConnectionAndUsers)[0]?.query).to.deep.equal({ users: 'remove' })
    fake.respond(provisioningConnections.deleteConnectionAndUsers, () => refused('Not found', 404))
    await actions.remove(connection, 'keep')
    expect(fake.inputsOf(provisioning.deleteConnection)).to.deep.equal([{ path: { id: 'c1' } }])
  })
})

describe('the groups of a directory', () => {
  it('keep their rows when the next page fails', async () => {
    const { actions, state, fake, connection } = await setUp()
    fake.respond(provisioningConnections.listDirectoryGroups, () => ({
      items: [engineers],
      _metadata: { totalItems: 12, totalPages: 2 },
    }))
    actions.openGroups(connection)
    await actions.loadGroups(connection, { search: '', page: 0 })
    fake.respond(provisioningConnections.listDirectoryGroups, () => refused('Down'))
    await actions.loadGroups(connection, { search: '', page: 1 })
    const { phase, rows, error } = state().groups
    expect([phase, rows.length, error]).to.deep.equal(['failed', 1, 'Down'])
  })

  it('get only the roles that changed, and the drawer opens again', async () => {
    const { actions, state, fake, connection } = await setUp()
    fake.respond(groups.addRoles, () => ({}))
    fake.respond(groups.removeRoles, () => ({}))
    actions.openDialog({ kind: 'roles', connection, group: engineers })
    await actions.saveRoles(connection, engineers, ['r1', 'r2'])
    expect(fake.inputsOf(groups.addRoles)).to.deep.equal([{ path: { groupId: 'g1' }, body: { roleIds: ['r2'] } }])
    expect(fake.inputsOf(groups.removeRoles)).to.deep.equal([])
    expect([state().dialog?.kind, state().notice?.key]).to.deep.equal(['groups', 'rolesSaved'])
  })

  it('offer the roles that the viewer may grant, or all of an older backend', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(groupList.listGrantableRoles, () => ({ items: [aRole({ id: 'r1', name: 'Auditor' })] }))
    await actions.loadRoles()
    expect(state().roles.map(({ id }) => id)).to.deep.equal(['r1'])
    fake.respond(groupList.listGrantableRoles, () => refused('Not found', 404))
    fake.respond(team.listAssignableRoles, () => ({ items: [aRole({ id: 'r2', name: 'Billing' })] }))
    await actions.loadRoles()
    expect(state().roles.map(({ id }) => id)).to.deep.equal(['r2'])
  })
})

describe('what the provisioning page shows', () => {
  it('calls a connection pending until the directory calls, and paused while it is off', () => {
    expect(statusOf(okta)).to.equal('linked')
    expect(statusOf({ ...okta, lastSync: null })).to.equal('pending')
    expect(statusOf({ ...okta, syncToUserManagement: false })).to.equal('paused')
  })

  it('labels the values as the provider’s console does, and contains the token only while it is shown', () => {
    const labels = (source: 'okta' | 'azure-ad') =>
      consoleValues(source, { baseUrl, token: 'fesc_1' }).map(({ label }) => label)
    expect(labels('okta')).to.include.members(['SCIM connector base URL', 'Authorization (Bearer)'])
    expect(labels('azure-ad')).to.include.members(['Tenant URL', 'Secret Token'])
    expect(consoleValues('azure-ad', { baseUrl }).map(({ label }) => label)).to.not.include('Secret Token')
  })

  for (const url of ['', 'search=okta&page=2', 'new=', 'setup=c1', 'groups=c1', 'rotate=c1', 'delete=c1'])
    it(`reads and writes the deep link "${url}"`, () => {
      expect(canonical(provisioningUrl.place, provisioningPage.links ?? [], url)).to.equal(url)
    })
})
