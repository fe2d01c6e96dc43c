import { groups } from '../../src/contract/groups.ts'
import { phoneNumbers, sessions } from '../../src/contract/me.ts'
import { roles } from '../../src/contract/roles.ts'
import { expect, test } from './fixtures.ts'
import { freshEmail, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { sampled } from './support/figures.ts'

const AT = '/script-tag#/admin-box/'
const DAY_MS = 86_400_000

type Link = readonly [search: string, dialog: string | RegExp]

test('Each dialog of users, groups and roles opens by its URL, even after a reload, and removes it when it closes', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  test.slow()
  const newUser = await recruit(demo, 'mel@acme.test', 'Linked Lee')
  await demo.backend.store.members.update({ userId: newUser.id }, { temporaryUntil: Date.now() + DAY_MS })
  const api = await apiAs(request, demo, 'ada@acme.test')
  const name = freshEmail('linked').split('@')[0] ?? ''
  const group = await api.post(groups.createGroup, { name, color: '#2563eb' })
  await api.post(roles.addRole, { name, key: name, description: '', isDefault: false, level: 0, permissions: [] })
  const role = (await api.get(roles.listRoles)).find((one) => one.name === name)
  const users = (link: string) => `users?search=${newUser.email}&${link}`
  const links: readonly Link[] = [
    ['users?invite=', 'Invite users'],
    ['users?link=', 'Invite link'],
    ['users?settings=', 'Invitation settings'],
    ['users?import=', /import/i],
    [users(`details=${newUser.id}`), newUser.name],
    [users(`roles=${newUser.id}`), `Edit roles of ${newUser.name}`],
    [users(`groups=${newUser.id}`), `Edit groups of ${newUser.name}`],
    [users(`extend=${newUser.id}`), `Extend access for ${newUser.name}`],
    [users(`remove=${newUser.id}`), `Remove ${newUser.name}?`],
    ['groups?new=', /group/i],
    ['groups?settings=', 'Group settings'],
    [`groups?group=${group.id}`, name],
    [`groups?edit=${group.id}`, /Edit/],
    [`groups?delete=${group.id}`, `Delete ${name}?`],
    ['roles?new=', 'Create role'],
    [`roles?role=${role?.id}`, `Edit ${name}`],
    [`roles?copy=${role?.id}`, 'Create role'],
    [`roles?holders=${role?.id}`, `Members with the ${name} role`],
    [`roles?delete=${role?.id}`, `Delete ${name}?`],
  ]
  await signedIn('ada@acme.test')
  for (const [search, title] of sampled(links, 4)) {
    const dialog = portal
      .dialog(title)
      .or(portal.element.getByRole('alertdialog', { name: title }))
      .or(portal.part(title))
    await page.goto(AT + search)
    await expect(dialog, search).toBeVisible()
    await page.reload()
    await expect(dialog, `${search}, again`).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page, search).not.toHaveURL(new RegExp(`[?&]${/[?&](\w+)=[^&]*$/.exec(search)?.[1]}=`))
  }
})

test('Each dialog of the user’s own pages opens by its URL', async ({ page, portal, signedIn, demo, request }) => {
  test.slow()
  const newUser = await recruit(demo, 'mel@acme.test', 'Linked Own')
  const phoneNumber = '+447700900781'
  const api = await apiAs(request, demo, newUser.email)
  await api.post(phoneNumbers.createPhoneNumber, { phoneNumber, verify: false })
  const phone = (await api.get(phoneNumbers.listPhoneNumbers)).items[0]
  const [session] = await api.get(sessions.listSessions)
  const links: readonly Link[] = [
    ['profile?password=', 'Change your password'],
    ['profile?add-phone=', 'Add a phone number'],
    [`profile?delete-phone=${phone?.id}`, `Delete ${phoneNumber}?`],
    ['privacy?app=', 'Set up an authenticator app'],
    ['privacy?phone=', 'Set up text messages'],
    ['privacy?security-key=', 'Set up a security key'],
    [`privacy?end-session=${session?.id}`, /^Sign out/],
    ['privacy?end-all=', 'Sign out all other devices?'],
  ]
  await signedIn(newUser.email)
  for (const [search, title] of sampled(links, 3)) {
    const dialog = portal.dialog(title).or(portal.element.getByRole('alertdialog', { name: title }))
    await page.goto(AT + search)
    await page.reload()
    await expect(dialog, search).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('A dialog sets its URL, the back button closes it, and a followed link adds no extra history entry', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await page.goto('/script-tag/home')
  await page.goto(`${AT}users?search=ada&invite=`)
  await expect(portal.inviteDialog).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/script-tag\/home$/)
  await page.goto(`${AT}users?search=ada`)
  await expect(portal.rows.first()).toBeVisible()
  await portal.button('Invite users').click()
  await expect(page).toHaveURL(/search=ada&invite=$/)
  await page.goBack()
  await expect(portal.inviteDialog).toHaveCount(0)
  await expect(page).toHaveURL(/search=ada$/)
  await expect(portal.search).toHaveValue('ada')
})

test('A URL opens only what the page offers the user', async ({ page, portal, signedIn, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'No Rights')
  await signedIn(newUser.email)
  for (const search of [
    'users?invite=',
    `users?remove=${newUser.id}`,
    'users?settings=',
    'privacy?rename=x',
    'users?roles=unknown',
  ]) {
    await page.goto(AT + search)
    await page.reload()
    await expect(portal.element.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(portal.element.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(portal.element.locator('dialog[open] dialog[open]'), search).toHaveCount(0)
  }
})
