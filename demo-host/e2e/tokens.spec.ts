import type { APIRequestContext, Page } from '@playwright/test'
import { apiTokens, tokensTenant, tokensUser } from '../../src/contract/api-tokens.ts'
import { users } from '../../src/contract/users.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { freshName, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { withPolicy } from './support/policy.ts'

const PERSONAL = '/script-tag#/admin-box/personal-api-tokens'
const ACCOUNT = '/script-tag#/admin-box/api-tokens'
const DAY_MS = 86_400_000

const open = async (page: Page, portal: PortalModel, url: string, title: string) => {
  await page.goto(url)
  await expect(portal.title(title)).toBeVisible()
}

/** Acts like a script: exchanges the pair for a token, then makes a call. */
const scriptCalls = async (request: APIRequestContext, { origins }: DemoHost, clientId: string, secret: string) => {
  const exchanged = await request.post(origins.api + apiTokens.exchangeApiToken.path, { data: { clientId, secret } })
  if (!exchanged.ok()) return exchanged.status()
  const { accessToken } = (await exchanged.json()) as { accessToken: string }
  return callWith(request, origins.api, accessToken)
}

const callWith = async (request: APIRequestContext, api: string, bearer: string) => {
  const path = `${users.listUsersV2.path}?_offset=0&_limit=1&_includeSubTenants=false`
  return (await request.get(api + path, { headers: { authorization: `Bearer ${bearer}` } })).status()
}

const shownSecret = async (portal: PortalModel) => {
  const dialog = portal.dialog('Save your token')
  return {
    dialog,
    clientId: await dialog.getByLabel('Client ID', { exact: true }).inputValue(),
    secret: await dialog.getByLabel('Secret', { exact: true }).inputValue(),
  }
}

test('Ada creates a personal token for a script, which works until it is revoked', { tag: '@smoke' }, async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const ada = await recruit(demo, 'ada@acme.test', 'Ada Scripter')
  await signedIn(ada.email)
  await open(page, portal, PERSONAL, 'Personal API tokens')
  await expect(portal.element.getByText('No tokens yet')).toBeVisible()
  await portal.button('Create token').first().click()
  const form = portal.dialog('Create API token')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form.getByText('Enter a description.')).toBeVisible()
  await form.getByLabel('Description').fill('Nightly export')
  await form.getByLabel('Expires').selectOption('30')
  await form.getByRole('button', { name: 'Create token' }).click()

  const { dialog, clientId, secret } = await shownSecret(portal)
  expect(await scriptCalls(request, demo, clientId, secret)).toBe(200)
  await page.keyboard.press('Escape')
  await portal.button('Go back').click()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as file' }).click()
  expect((await download).suggestedFilename()).toBe('Nightly-export.env')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(portal.row('Nightly export')).toContainText('Client credentials')

  const stored = await demo.backend.store.apiTokens.get(clientId)
  expect(Math.round(((stored?.expiresAt ?? 0) - (stored?.createdAt ?? 0)) / DAY_MS)).toBe(30)
  expect(JSON.stringify(stored)).not.toContain(secret)
  await page.reload()
  await expect(portal.row('Nightly export')).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  await portal.rowAction('Nightly export', 'Edit')
  const edit = portal.dialog('Edit Nightly export')
  await edit.getByLabel('Description').fill('Nightly copy')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(portal.toast('Nightly copy saved')).toBeVisible()
  expect((await demo.backend.store.apiTokens.get(clientId))?.description).toBe('Nightly copy')

  await portal.rowAction('Nightly copy', 'Revoke')
  const ask = portal.element.getByRole('alertdialog', { name: 'Revoke Nightly copy?' })
  await expect(ask).toContainText('Scripts that use this token lose access to Acme immediately')
  await ask.getByRole('button', { name: 'Revoke Nightly copy' }).click()
  await expect(portal.toast('Nightly copy revoked')).toBeVisible()
  await expect(portal.row('Nightly copy')).toHaveCount(0)
  expect(await scriptCalls(request, demo, clientId, secret)).toBe(401)
})

test('Ada gives the account a token with a role, and later another role', { tag: '@smoke' }, async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  await signedIn('ada@acme.test')
  await open(page, portal, ACCOUNT, 'API tokens')
  await portal.button('Create token').first().click()
  const form = portal.dialog('Create API token')
  const name = freshName('Reporting')
  await form.getByLabel('Description').fill(name)
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form.getByText('Select at least one role.')).toBeVisible()
  await portal.chooseRole(form, 'Auditor')
  await form.getByLabel('Expires').selectOption('')
  await expect(form.getByText('Works until someone revokes it.')).toBeVisible()
  await form.getByRole('button', { name: 'Create token' }).click()
  const { dialog, clientId, secret } = await shownSecret(portal)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = portal.row(name)
  await expect(row).toContainText('Auditor')
  await expect(row).toContainText('Never')
  expect(await scriptCalls(request, demo, clientId, secret)).toBe(403)

  await portal.rowAction(name, 'Edit')
  const edit = portal.dialog(`Edit ${name}`)
  await expect(page).toHaveURL(new RegExp(`token=${clientId}`))
  await portal.chooseRole(edit, 'Team manager')
  await edit.getByLabel('Description').fill(`${name} 2`)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(portal.toast(`${name} 2 saved`)).toBeVisible()
  await expect(portal.row(`${name} 2`)).toContainText('Team manager')
  expect(await scriptCalls(request, demo, clientId, secret)).toBe(200)
  const audits = await demo.backend.store.audits.list({ resource: 'API tokens', email: 'ada@acme.test' })
  const own = audits.filter(({ detail }) => detail.includes(clientId)).map(({ action }) => action)
  expect(own.sort()).toEqual(['API token created', 'API token updated'])
  await portal.rowAction(`${name} 2`, 'Revoke')
  await portal.button(`Revoke ${name} 2`).click()
  await expect(portal.row(`${name} 2`)).toHaveCount(0)
  expect(await scriptCalls(request, demo, clientId, secret)).toBe(401)
})

test('If the policy requires access tokens, one is the bearer itself', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  await withPolicy(
    demo,
    { kind: 'public-policy', value: { machineToMachineAuthStrategy: 'AccessToken' } },
    async () => {
      await signedIn('ada@acme.test')
      await open(page, portal, `${PERSONAL}?new`, 'Personal API tokens')
      const form = portal.dialog('Create API token')
      await form.getByLabel('Description').fill('Direct')
      await form.getByRole('button', { name: 'Create token' }).click()
      const dialog = portal.dialog('Save your token')
      await expect(dialog.getByLabel('Client ID')).toHaveCount(0)
      const bearer = await dialog.getByLabel('Access token', { exact: true }).inputValue()
      expect(await callWith(request, demo.origins.api, bearer)).toBe(200)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(portal.row('Direct')).toContainText('Access token')
      await portal.rowAction('Direct', 'Revoke')
      await portal.button('Revoke Direct').click()
      await expect(portal.toast('Direct revoked')).toBeVisible()
      expect(await callWith(request, demo.origins.api, bearer)).toBe(401)
    },
  )
})

test('With API tokens turned off no new ones are created, and existing ones continue to work', async ({
  page,
  portal,
  demo,
  request,
  signedIn,
}) => {
  const newUser = await recruit(demo, 'ada@acme.test', 'Token Less')
  await signedIn(newUser.email)
  await open(page, portal, `${PERSONAL}?new`, 'Personal API tokens')
  const form = portal.dialog('Create API token')
  await form.getByLabel('Description').fill('From before')
  await form.getByRole('button', { name: 'Create token' }).click()
  const { dialog, clientId, secret } = await shownSecret(portal)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(portal.button('Create token')).toBeVisible()

  await withPolicy(demo, { kind: 'public-policy', value: { apiTokensEnabled: false } }, async () => {
    await page.reload()
    await expect(portal.element.getByText('API tokens can’t be created in this account.')).toBeVisible()
    await expect(portal.row('From before')).toBeVisible()
    await expect(portal.button('Create token')).toHaveCount(0)
    expect(await scriptCalls(request, demo, clientId, secret)).toBe(200)
    const { post } = await apiAs(request, demo, newUser.email)
    expect(await post(tokensUser.createClientCredential, { description: 'No', expiresInMinutes: null })).toEqual({
      errors: ['API tokens are turned off for this account'],
      code: 'forbidden',
    })
  })
  await page.reload()
  await expect(portal.button('Create token')).toBeVisible()
})

test('The tokens pages are deep-linked, and explain missing access, tokens and data', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('mel@acme.test')
  await open(page, portal, PERSONAL, 'Personal API tokens')
  await expect(portal.element.getByText('No one has created a token yet.')).toBeVisible()
  await expect(portal.button('Create token')).toHaveCount(0)
  await page.goto(ACCOUNT)
  await page.reload()
  await expect(portal.element.getByText('You don’t have access to this page')).toBeVisible()

  await signedIn('ada@acme.test')
  await page.goto('/inbox')
  await open(page, portal, `${ACCOUNT}?token=nothing`, 'API tokens')
  await expect(portal.toast('This token no longer exists')).toBeVisible()
  await page.route(`**${tokensTenant.listAccessTokens.path}`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await expect(portal.button('Try again')).toBeVisible()
  await page.unrouteAll()
  await portal.button('Try again').click()
  await expect(portal.button('Try again')).toHaveCount(0)
})

test('Ada creates and revokes a token without a mouse', async ({ page, portal, signedIn, demo }) => {
  const kay = await recruit(demo, 'ada@acme.test', 'Kay Board')
  await signedIn(kay.email)
  await open(page, portal, `${PERSONAL}?new`, 'Personal API tokens')
  const form = portal.dialog('Create API token')
  await expect(form.getByLabel('Description')).toBeFocused()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  const { dialog, clientId } = await shownSecret(portal)
  await dialog.getByRole('button', { name: 'Done' }).focus()
  await page.keyboard.press('Enter')
  await expect(portal.row('By keyboard')).toBeVisible()
  await portal.row('By keyboard').getByRole('button', { name: 'More actions for By keyboard' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const ask = portal.element.getByRole('alertdialog')
  await expect(ask.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(portal.row('By keyboard')).toHaveCount(0)
  expect(await demo.backend.store.apiTokens.get(clientId)).toBeUndefined()
})

test('An unsaved token form asks before it closes', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await open(page, portal, '/script-tag#/admin-box/users', 'Users')
  await portal.element.getByRole('link', { name: 'Personal API tokens' }).click()
  await portal.button('Create token').first().click()
  await portal.dialog('Create API token').getByLabel('Description').fill('Half done')
  await page.goBack()
  const ask = portal.element.getByRole('alertdialog', { name: 'Discard changes?' })
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await expect(portal.dialog('Create API token').getByLabel('Description')).toHaveValue('Half done')
  await page.goBack()
  await ask.getByRole('button', { name: 'Discard changes' }).click()
  await expect(portal.dialog('Create API token')).toHaveCount(0)
})
