import { randomUUID } from 'node:crypto'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { appCode } from './support/app-code.ts'
import { ownAccount } from './support/own-account.ts'
import { AT, lookAt, stageFor } from './support/portal-stage.ts'

const factor = (demo: DemoHost, userId: string, kind: 'passkey', value: object) =>
  demo.backend.store.factors.insert({
    id: `${kind} ${userId}`,
    userId,
    kind,
    credentialId: randomUUID(),
    value: JSON.stringify(value),
    counter: 0,
    createdAt: Date.now(),
    lastUsedAt: null,
  })

test.slow()

// `src/preview/stage/dialogs-of-*.test.ts` check every page and dialog; here one page is used with a real session,
// server and keyboard.
test('The privacy page and its dialogs are accessible', async ({ page, portal, demo, signedIn, browser, baseURL }) => {
  const stage = await stageFor(page, portal)
  const { walk } = stage
  const newUser = await recruit(demo, 'mel@acme.test', 'Priva Lookaround')
  const other = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0',
  })
  await signedIn(newUser.email, await other.newPage())
  await other.close()
  await factor(demo, newUser.id, 'passkey', { deviceType: 'Platform' })
  await signedIn(newUser.email)
  await page.goto(`${AT}privacy`)
  await expect(portal.element.getByText('No second factors yet')).toBeVisible()
  await expect(portal.button('Remove Passkey on a device')).toBeVisible()
  await walk.look('privacy')
  await portal.button('Remove Passkey on a device').click()
  await lookAt(stage, 'privacy passkey removal', 'Remove “Passkey on a device”?')
  await portal.button(/^Sign out Firefox/).click()
  await lookAt(stage, 'privacy endSession', /^Sign out Firefox/)
  await portal.button('Sign out all other devices').click()
  await lookAt(stage, 'privacy endAll', 'Sign out all other devices?')
  await portal.button(/Set up a security key/).click()
  await lookAt(stage, 'privacy key', 'Set up a security key')
  await portal.button(/Set up text messages/).click()
  await lookAt(stage, 'privacy smsNumber', 'Set up text messages')
  await portal.button(/Set up text messages/).click()
  await portal.dialog('Set up text messages').getByLabel('Phone number').fill('+44 7700 900778')
  await page.keyboard.press('Enter')
  await lookAt(stage, 'privacy smsCode', 'Check your phone')
  await portal.button(/Set up an authenticator app/).click()
  const app = portal.dialog('Set up an authenticator app')
  await expect(app).toBeVisible()
  await walk.look('privacy app')
  const secret = ((await app.locator('.fe-mfa-code span').first().textContent()) ?? '').replace(/\s/g, '')
  await app.getByLabel('6-digit code').fill(await appCode(secret))
  const recovery = portal.dialog('Save your recovery code')
  await expect(recovery).toBeVisible()
  await walk.look('privacy recovery')
  await recovery.getByLabel('I have saved this code').check()
  await recovery.getByRole('button', { name: 'Done' }).click()
  await portal.button('Rename Authenticator app').click()
  await lookAt(stage, 'privacy rename', 'Rename “Authenticator app”')
  await portal.button('Remove Authenticator app').click()
  await lookAt(stage, 'privacy disable', 'Remove “Authenticator app”?')
  await portal.button('Remove Authenticator app').click()
  await portal.button('Continue').click()
  await lookAt(stage, 'privacy disableApp', 'Remove “Authenticator app”?')
  await portal.button(/Set up text messages/).click()
  await lookAt(stage, 'privacy proof', 'Confirm it’s you to add a second factor')
  walk.end()
})

test('A user of many accounts switches by a search, accessibly', async ({ page, portal, demo, signedIn }) => {
  const stage = await stageFor(page, portal)
  const { tenants, members, accountLinks } = demo.backend.store
  const { tenant: home, newUser } = await ownAccount(demo, 'Home')
  const [model] = await members.list({ userId: newUser.id })
  if (!model) throw new Error('The new user has no account')
  for (let at = 1; at <= 12; at += 1) {
    const id = randomUUID()
    await tenants.insert({ ...home, id, alias: id, name: `Branch ${at}`, parentId: null })
    await members.insert({ ...model, id: randomUUID(), tenantId: id })
    await accountLinks.insert({
      id: randomUUID(),
      tenantId: id,
      ancestorId: home.id,
      depth: 1,
      name: `Branch ${at}`,
      createdAt: 0,
    })
  }
  await signedIn(newUser.email)
  await page.goto(`${AT}profile`)
  await portal.button(/^Switch account/).click()
  await lookAt(stage, 'portal accounts', 'Your accounts')
  await portal.button(/^Switch account/).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Branch 11')
  const found = portal.dialog('Your accounts').getByRole('button', { name: /^Branch 11/ })
  await expect(portal.dialog('Your accounts').getByRole('listitem')).toHaveCount(1)
  await expect(found).toContainText(new RegExp(`${home.name} · \\S`))
  await expect(found.locator('[part="avatar"]')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(found).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(portal.button(/^Switch account, currently Branch 11/)).toBeVisible()
  expect((await demo.backend.store.users.get(newUser.id))?.tenantId).toBe(
    (await tenants.find({ name: 'Branch 11' }))?.id,
  )
  stage.walk.end()
})
