import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { billedAccount } from './support/billed-account.ts'
import { AT, lookAt, stageFor } from './support/portal-stage.ts'

test.slow()

test('The account page is accessible', async ({ page, portal, signedIn }) => {
  const stage = await stageFor(page, portal)
  await signedIn('ada@acme.test')
  await page.goto(`${AT}account`)
  await expect(portal.element.getByLabel('Company name')).toBeVisible()
  await stage.walk.look('account')
  await portal.element.getByLabel('Company name').fill('Not saved')
  await portal.element.getByRole('link', { name: 'Profile', exact: true }).click()
  await lookAt(stage, 'unsaved', 'Discard your changes?')
  await portal.button('Discard').first().click()
  await portal.element.getByRole('tab', { name: 'Login box' }).click()
  await expect(portal.element.getByRole('form', { name: 'Login box' })).toBeVisible()
  await stage.walk.look('account login box')
  stage.walk.end()
})

test('The users page and its dialogs are accessible', async ({ page, portal, demo, signedIn }) => {
  const stage = await stageFor(page, portal)
  const newUser = await recruit(demo, 'mel@acme.test', 'Temporary Lookaround')
  await demo.backend.store.members.update({ userId: newUser.id }, { temporaryUntil: Date.now() + 864e5 })
  await signedIn('ada@acme.test')
  await page.goto(`${AT}users`)
  await expect(portal.rows).toHaveCount(20)
  await stage.walk.look('users')
  // One row below the dialogs: axe reads whatever is behind them as well.
  await portal.search.fill(newUser.email)
  await expect(portal.rows).toHaveCount(1)
  await portal.button('Invite users').click()
  await lookAt(stage, 'users invite', 'Invite users')
  await portal.button('Invite link').click()
  await lookAt(stage, 'users link', 'Invite link')
  for (const [action, state, name] of [
    ['Import from CSV', 'users import', /Import/],
    ['Invitation settings', 'users settings', 'Invitation settings'],
  ] as const) {
    await portal.button('More actions').click()
    await portal.element.getByRole('menuitem', { name: action }).click()
    await lookAt(stage, state, name)
  }
  for (const [action, state, name] of [
    ['Edit roles', 'users roles', /^Edit roles of/],
    ['Edit groups', 'users groups', /^Edit groups of/],
    ['View details', 'users details', /^Details of/],
    ['Extend access', 'users extend', /access/i],
    ['Remove', 'users remove', /^Remove/],
  ] as const) {
    await portal.rowAction(newUser.name, action)
    await lookAt(stage, state, name)
  }
  stage.walk.end()
})

test('The roles page and its dialogs are accessible', async ({ page, portal, signedIn }) => {
  const stage = await stageFor(page, portal)
  await signedIn('ada@acme.test')
  await page.goto(`${AT}roles`)
  await expect(portal.row('Support agent')).toBeVisible()
  await stage.walk.look('roles')
  await portal.element.getByLabel('Search roles').fill('Support agent')
  await expect(portal.rows).toHaveCount(1)
  await portal.button('Create role').click()
  await lookAt(stage, 'roles edit', 'Create role')
  for (const [action, state, name] of [
    ['Edit', 'roles edit of one', 'Edit Support agent'],
    ['View members', 'roles members', 'Members with the Support agent role'],
    ['Delete', 'roles delete', 'Delete Support agent?'],
  ] as const) {
    await portal.rowAction('Support agent', action)
    await lookAt(stage, state, name)
  }
  await portal.element.getByLabel('Search roles').fill('Auditor')
  await portal.rowAction('Auditor', 'View permissions')
  await lookAt(stage, 'roles edit of the application', 'Permissions of Auditor')
  await portal.element.getByRole('tab', { name: 'Permission matrix' }).click()
  await expect(portal.element.getByRole('table', { name: 'Permission matrix' })).toBeVisible()
  await stage.walk.look('roles matrix')
  stage.walk.end()
})

test('The groups page and its dialogs are accessible', async ({ page, portal, demo, signedIn }) => {
  const stage = await stageFor(page, portal)
  // A name and an email that no phone has room for.
  await recruit(demo, 'mel@acme.test', 'Adalbertina-Wilhelmina-Featherstonehaugh-Cholmondeley First')
  await signedIn('ada@acme.test')
  await page.goto(`${AT}groups`)
  await expect(portal.row('Finance')).toBeVisible()
  await stage.walk.look('groups')
  await portal.button('Create group').click()
  await lookAt(stage, 'groups edit', 'Create group')
  await portal.button('Group settings').click()
  await lookAt(stage, 'groups settings', 'Group settings')
  for (const [action, state, name] of [
    ['Edit', 'groups edit of one', 'Edit Finance'],
    ['Members', 'groups members', 'Members of Finance'],
    ['Delete', 'groups delete', 'Delete Finance?'],
  ] as const) {
    await portal.rowAction('Finance', action)
    await lookAt(stage, state, name)
  }
  await portal.rowAction('Finance', 'Members')
  await portal.button('Add members').click()
  await lookAt(stage, 'groups members, adding', 'Add members to Finance')
  await portal.rowAction('Contractors', 'Edit roles')
  await lookAt(stage, 'groups edit of the directory', /Contractors/)
  stage.walk.end()
})

test('The page of all accounts and its dialogs are accessible', async ({ page, portal, signedIn }) => {
  const stage = await stageFor(page, portal)
  await signedIn('rex@reseller.test')
  await page.goto(`${AT}all-accounts`)
  await portal.button('Show sub-accounts of Northwind Europe').click()
  await expect(portal.row('Alpine Dairy')).toBeVisible()
  await stage.walk.look('all accounts')
  for (const [action, state, name] of [
    ['Create sub-account', 'all accounts create', 'Create account'],
    ['Rename', 'all accounts edit', 'Rename Alpine Dairy'],
    ['Move', 'all accounts move', 'Move Alpine Dairy'],
    ['Delete', 'all accounts delete', 'Delete Alpine Dairy?'],
  ] as const) {
    await portal.rowAction('Alpine Dairy', action)
    await lookAt(stage, state, name)
  }
  await portal.rowAction('Northwind Europe', 'Open')
  await expect(portal.rows.first()).toBeVisible()
  await stage.walk.look('one account')
  await portal.button('Add users').click()
  await lookAt(stage, 'all accounts add-users', /^Add users to/)
  for (const [action, state, name] of [
    ['Edit roles', 'all accounts roles', /^Edit roles of/],
    ['Remove', 'all accounts remove-user', /^Remove/],
  ] as const) {
    await portal.rows
      .first()
      .getByRole('button', { name: /More actions/ })
      .click()
    await portal.element.getByRole('menuitem', { name: action }).click()
    await lookAt(stage, state, name)
  }
  stage.walk.end()
})

for (const [slug, title] of [
  ['personal-api-tokens', 'Personal API tokens'],
  ['api-tokens', 'API tokens'],
] as const) {
  test(`The page of ${title} and its dialogs are accessible`, async ({ page, portal, demo, signedIn }) => {
    const stage = await stageFor(page, portal)
    const newUser = await recruit(demo, 'ada@acme.test', 'Tok Lookaround')
    await signedIn(newUser.email)
    await page.goto(`${AT}${slug}?new`)
    const form = portal.dialog('Create API token')
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(form.getByText('Enter a description.')).toBeVisible()
    await stage.walk.look(`${slug} create`)
    await form.getByLabel('Description').fill('Looked at')
    if (slug === 'api-tokens') await portal.chooseRole(form, 'Auditor')
    await form.getByRole('button', { name: 'Create token' }).click()
    const secret = portal.dialog('Save your token')
    await expect(secret).toBeVisible()
    await stage.walk.look(`${slug} secret`)
    await secret.getByRole('button', { name: 'Done' }).click()
    await expect(portal.row('Looked at')).toBeVisible()
    await stage.walk.look(slug)
    await portal.rowAction('Looked at', 'Edit')
    await lookAt(stage, `${slug} edit`, 'Edit Looked at')
    await portal.rowAction('Looked at', 'Revoke')
    await lookAt(stage, `${slug} revoke`, 'Revoke Looked at?')
    stage.walk.end()
  })
}

test('The subscription page and its dialogs are accessible', async ({ page, portal, demo, signedIn }) => {
  const stage = await stageFor(page, portal)
  const { newUser } = await billedAccount(demo, 'Look at bills', 'active')
  await signedIn(newUser.email)
  await page.goto(`${AT}subscriptions`)
  await expect(portal.button('Cancel subscription')).toBeVisible()
  await stage.walk.look('subscriptions')
  for (const [action, state, name] of [
    ['Choose Growth', 'subscriptions plan', 'Change to Growth'],
    ['Change card', 'subscriptions card', 'Change card'],
    ['Add details', 'subscriptions details', 'Billing details'],
  ] as const) {
    await portal.button(action).click()
    await lookAt(stage, state, name)
  }
  await portal.button('Cancel subscription').click()
  await stage.walk.look('subscriptions cancel')
  await portal.button('Cancel Enterprise').click()
  await portal.button('Keep subscription').click()
  await stage.walk.look('subscriptions renew')
  stage.walk.end()
})

test('The usage page is accessible', async ({ page, portal, signedIn }) => {
  const stage = await stageFor(page, portal)
  await signedIn('ada@acme.test')
  await page.goto(`${AT}usage`)
  await expect(portal.element.getByRole('heading', { name: 'Scheduled reports' })).toBeVisible()
  await stage.walk.look('usage')
  stage.walk.end()
})
