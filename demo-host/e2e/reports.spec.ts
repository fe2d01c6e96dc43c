import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { freshEmail } from './sample-users.ts'
import { ownAccount } from './support/own-account.ts'

const AUDITS = '#/admin-box/audits?reports='

test('Ada previews a report, downloads it, schedules it and sends it', async ({
  page,
  portal,
  demo,
  inbox,
  signedIn,
  context,
}) => {
  const { newUser, tenant } = await ownAccount(demo, 'Reports')
  await signedIn(newUser.email)
  await page.goto(`/script-tag${AUDITS}`)
  const all = portal.dialog('Reports')
  const users = all.getByRole('region', { name: 'Users' })
  await users.getByRole('button', { name: 'Preview' }).click()
  const frame = portal.element.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Users', exact: true })).toBeVisible()
  await expect(frame.getByText(newUser.email)).toBeVisible()
  await expect(portal.element.locator('iframe')).toHaveAttribute('sandbox', '')
  await portal.element.getByLabel('Period').selectOption({ label: 'Last 7 days' })
  await expect(frame.getByText(`${tenant.name}, the last 7 days`)).toBeVisible()
  for (const [type, start] of [
    ['PDF', '%PDF-'],
    ['HTML', '<!doctype html>'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      portal.element.getByRole('button', { name: type, exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`Users.${type.toLowerCase()}`)
    expect((await readFile(await download.path(), 'utf8')).startsWith(start)).toBe(true)
  }

  await portal.element.getByRole('button', { name: 'All reports' }).click()
  await users.getByRole('button', { name: 'Schedule' }).click()
  const schedule = portal.dialog('Schedule the Users report')
  await schedule.getByLabel('How often').selectOption({ label: 'Every Monday' })
  await schedule.getByRole('button', { name: 'Save' }).click()
  await expect(portal.toast('Users report scheduled')).toBeVisible()
  await page.reload()
  await page.goto(`/script-tag${AUDITS}`)
  await expect(users.getByText('Every Monday')).toBeVisible()

  await users.getByRole('button', { name: 'Send' }).click()
  const send = portal.dialog('Send the Users report')
  await send.getByRole('button', { name: 'Send' }).click()
  await expect(send.getByText(/^Enter valid email addresses/)).toBeVisible()
  const to = freshEmail('boss')
  await send.getByLabel('Recipients').fill(to)
  await send.getByRole('button', { name: 'Send' }).click()
  await expect(send).toBeHidden()
  const { text } = await inbox(to)
  expect(text).not.toMatch(/Attachment/)
  const theirs = await context.newPage()
  await theirs.goto(/http\S+\/message-recipients\/confirm\S+/.exec(text)?.[0] ?? '')
  await theirs.getByRole('button', { name: 'Confirm' }).click()
  await expect(theirs.getByRole('heading', { name: 'Notifications are on' })).toBeVisible()

  await page.goto('/')
  await page.goto(`/script-tag${AUDITS}`)
  await users.getByRole('button', { name: 'Send' }).click()
  await send.getByLabel('Recipients').fill(to)
  await send.getByRole('button', { name: 'Send' }).click()
  await expect.poll(async () => (await inbox(to)).text).toMatch(/Attachment: Users\.pdf/)
  await page.goto(`/inbox?to=${encodeURIComponent(to)}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Users.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Users.pdf')
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('A preview works under a strict Content Security Policy', async ({ page, portal, demo, signedIn }) => {
  const { newUser } = await ownAccount(demo, 'Strict reports')
  await signedIn(newUser.email)
  await page.goto(`/strict-csp${AUDITS}`)
  await portal
    .dialog('Reports')
    .getByRole('region', { name: 'Security' })
    .getByRole('button', { name: 'Preview' })
    .click()
  const frame = portal.element.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Security', exact: true })).toBeVisible()
})

test('In preview mode reports are previewed, downloaded as HTML, scheduled and sent, and PDF files are not offered', async ({
  page,
  portal,
  demo,
}) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(demo.origins.api)) requests.push(request.url())
  })
  await page.goto('/preview#/admin-box/audits?reports=')
  const security = portal.dialog('Reports').getByRole('region', { name: 'Security' })
  await security.getByRole('button', { name: 'Preview' }).click()
  const frame = portal.element.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Security', exact: true })).toBeVisible()
  await expect(frame.getByText(/^Acme, the last 30 days/)).toBeVisible()
  const preview = portal.dialog('Security report')
  await expect(preview.getByText('PDF files aren’t available in preview mode.')).toBeVisible()
  await expect(preview.getByRole('button', { name: 'PDF', exact: true })).toHaveCount(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    preview.getByRole('button', { name: 'HTML', exact: true }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('<h1>Security</h1>')

  await preview.getByRole('button', { name: 'All reports' }).click()
  await security.getByRole('button', { name: 'Schedule' }).click()
  await portal.dialog('Schedule the Security report').getByLabel('How often').selectOption({ label: 'Every day' })
  await portal.button('Save').click()
  await expect(portal.toast('Security report scheduled')).toBeVisible()
  await portal.button('More actions').click()
  await expect(portal.element.getByRole('menuitem', { name: 'Export as PDF' })).toBeDisabled()
  await portal.element.getByRole('menuitem', { name: 'Reports' }).click()
  await expect(security.getByText('Every day')).toBeVisible()
  await security.getByRole('button', { name: 'Send' }).click()
  const send = portal.dialog('Send the Security report')
  await send.getByLabel('Recipients').fill('boss@acme.test')
  await send.getByRole('button', { name: 'Send' }).click()
  await expect(portal.toast('The Security report wasn’t sent yet. The recipient must confirm')).toBeVisible()
  expect(requests).toEqual([])
})
