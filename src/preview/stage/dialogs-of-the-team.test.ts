import { dialogWalks } from './dialogs.test-kit.ts'

const ADA = 'ada@acme.test'
const REX = 'rex@reseller.test'
const DAY_MS = 86_400_000

describe('what belongs to the team is accessible', () => {
  const { open, backstage } = dialogWalks()

  it('the users page and its dialogs', async function () {
    this.timeout(60_000)
    const newUser = await backstage().recruit('mel@acme.test', 'Temporary Lookaround')
    await backstage().store.members.update({ userId: newUser.id }, { temporaryUntil: Date.now() + DAY_MS })
    const all = await open('users', ADA)
    await all.look('users')
    all.inspector.end()
    // One row below the dialogs limits what is rendered behind them.
    const { portal, inspector, lookAt, lookAtActions } = await open(`users?search=${newUser.email}`, ADA)
    await portal.find('row', newUser.name)
    await portal.click('button', 'Invite users')
    await lookAt('users invite', 'Invite users')
    await portal.click('button', 'Invite link')
    await lookAt('users link', 'Invite link')
    for (const [action, state, name] of [
      ['Import from CSV', 'users import', /Import/],
      ['Invitation settings', 'users settings', 'Invitation settings'],
    ] as const) {
      await portal.click('button', 'More actions')
      await portal.click('menuitem', action)
      await lookAt(state, name)
    }
    await lookAtActions(newUser.name, [
      ['Edit roles', 'users roles', /^Edit roles of/],
      ['Edit groups', 'users groups', /^Edit groups of/],
      ['View details', 'users details', /^Details of/],
      ['Extend access', 'users extend', /access/i],
      ['Remove', 'users remove', /^Remove/],
    ])
    await portal.click('checkbox', 'Select all rows')
    await portal.click('button', 'Add to groups')
    await lookAt('users addToGroups', 'Add 1 user to groups')
    inspector.end()
  })

  it('the roles page and its dialogs', async function () {
    this.timeout(60_000)
    const { portal, inspector, look, lookAt, lookAtActions } = await open('roles', ADA)
    await portal.find('row', 'Support agent')
    await look('roles')
    await portal.click('button', 'Create role')
    await lookAt('roles edit', 'Create role')
    await lookAtActions('Support agent', [
      ['Edit', 'roles edit of one', 'Edit Support agent'],
      ['View members', 'roles members', 'Members with the Support agent role'],
      ['Delete', 'roles delete', 'Delete Support agent?'],
    ])
    await lookAtActions('Auditor', [['View permissions', 'roles edit of the application', 'Permissions of Auditor']])
    await portal.click('tab', 'Permission matrix')
    await portal.settled()
    await look('roles matrix')
    inspector.end()
  })

  it('the groups page and its dialogs', async function () {
    this.timeout(60_000)
    // The name and email are too long for any phone.
    await backstage().recruit('mel@acme.test', 'Adalbertina-Wilhelmina-Featherstonehaugh-Cholmondeley First')
    const { portal, inspector, look, lookAt, lookAtActions } = await open('groups', ADA)
    await portal.find('row', 'Finance')
    await look('groups')
    await portal.click('button', 'Create group')
    await lookAt('groups edit', 'Create group')
    await portal.click('button', 'Group settings')
    await lookAt('groups settings', 'Group settings')
    await lookAtActions('Finance', [
      ['Edit', 'groups edit of one', 'Edit Finance'],
      ['Members', 'groups members', 'Members of Finance'],
      ['Delete', 'groups delete', 'Delete Finance?'],
    ])
    await portal.rowAction('Finance', 'Members')
    await portal.click('button', 'Add members')
    await lookAt('groups members, adding', 'Add members to Finance')
    await lookAtActions('Contractors', [['Edit roles', 'groups edit of the directory', /Contractors/]])
    inspector.end()
  })

  it('the page of all accounts and its dialogs', async function () {
    this.timeout(60_000)
    const { portal, inspector, look, lookAt, lookAtActions } = await open('all-accounts', REX)
    await portal.click('button', 'Show sub-accounts of Northwind Europe')
    await portal.find('row', 'Alpine Dairy')
    await look('allAccounts')
    await lookAtActions('Alpine Dairy', [
      ['Create sub-account', 'allAccounts create', 'Create sub-account'],
      ['Rename', 'allAccounts edit', 'Rename Alpine Dairy'],
      ['Move', 'allAccounts move', 'Move Alpine Dairy'],
      ['Delete', 'allAccounts delete', 'Delete Alpine Dairy?'],
    ])
    await portal.rowAction('Northwind Europe', 'Open')
    await portal.find('button', 'Add users')
    await portal.settled()
    await look('one account')
    await portal.click('button', 'Add users')
    await lookAt('allAccounts add-users', /^Add users to/)
    for (const [action, state, name] of [
      ['Edit roles', 'allAccounts roles', /^Edit roles of/],
      ['Remove', 'allAccounts remove-user', /^Remove/],
    ] as const) {
      await portal.click('button', /^More actions for/)
      await portal.click('menuitem', action)
      await lookAt(state, name)
    }
    inspector.end()
  })
})
