import { expect, test } from './fixtures.ts'
import { freshEmail } from './sample-users.ts'

const WEBHOOKS = '/script-tag#/admin-box/webhooks'

test('Ada adds a recipient, who confirms by a link first, and sends the link again', async ({
  page,
  portal,
  inbox,
  inOwnAccount,
  context,
}) => {
  const stranger = freshEmail('recipient')
  await inOwnAccount('Recipients', WEBHOOKS)
  const form = portal.dialog('Email notifications')
  await portal.button('Manage email').click()
  await form.getByLabel('Event to add').selectOption({ label: 'User invited' })
  await form.getByRole('button', { name: 'Add event' }).click()
  await form.getByLabel('Recipients').fill(stranger)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(portal.element.getByText('1 recipient hasn’t confirmed')).toBeVisible()

  await portal.button('Manage email').click()
  await expect(form.getByText('Waiting for confirmation')).toBeVisible()
  await form.getByRole('button', { name: `Resend the confirmation to ${stranger}` }).click()
  await expect(portal.toast('Confirmation sent again')).toBeVisible()
  await page.keyboard.press('Escape')

  const { text } = await inbox(stranger)
  const link = /http\S+\/message-recipients\/confirm\S+/.exec(text)?.[0] ?? ''
  const theirs = await context.newPage()
  await theirs.goto(link)
  await theirs.getByRole('button', { name: 'Confirm' }).click()
  await expect(theirs.getByRole('heading', { name: 'Notifications are on' })).toBeVisible()
  await page.reload()
  await expect(portal.button('Manage email')).toBeVisible()
  await expect(portal.element.getByText('1 recipient hasn’t confirmed')).toBeHidden()
})
