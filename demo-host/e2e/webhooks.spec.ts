import type { Page } from '@playwright/test'
import { Webhook as Verifier } from 'standardwebhooks'
import { startReceiver } from '../../src/backend/suites/webhooks.test-kit.ts'
import { team } from '../../src/contract/users.ts'
import { connectivity } from '../../src/contract/webhooks.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { freshEmail } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'

const WEBHOOKS = '/script-tag#/admin-box/webhooks'

const open = async (page: Page, portal: PortalModel) => {
  await page.goto(WEBHOOKS)
  await expect(portal.title('Webhooks')).toBeVisible()
}

let receiver: Awaited<ReturnType<typeof startReceiver>>

test.beforeEach(async () => {
  receiver = await startReceiver()
})
test.afterEach(() => receiver.close())

test('Ada creates and tests a webhook, which gets a signed event for each invitation', { tag: '@smoke' }, async ({
  page,
  portal,
  demo,
  request,
  inOwnAccount,
}) => {
  const { newUser } = await inOwnAccount('Hooks', WEBHOOKS)
  await portal.button('Create webhook').first().click()
  const form = portal.dialog('Create webhook')
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await expect(form.getByText('Select at least one event.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('CRM')
  await form.getByLabel('URL').fill(receiver.url)
  const secret = await form.getByLabel('Secret', { exact: true }).inputValue()
  await form.getByRole('checkbox', { name: 'Users', exact: true }).check()
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await expect(portal.toast('CRM created')).toBeVisible()
  await expect(portal.row('CRM').getByText('On', { exact: true })).toBeVisible()

  await portal.rowAction('CRM', 'Send test')
  const tested = portal.dialog('Test CRM')
  await tested.getByRole('button', { name: 'Send test' }).click()
  await expect(tested.getByText('Test passed. The receiver responded with status 200.')).toBeVisible()
  await expect(tested.getByText('"seen": true')).toBeVisible()
  receiver.control.respond = () => 500
  await tested.getByRole('button', { name: 'Send test' }).click()
  await expect(tested.getByText(/^Test failed. The receiver responded with status 500/)).toBeVisible()
  await page.keyboard.press('Escape')
  receiver.control.respond = () => 200
  receiver.received.length = 0

  const api = await apiAs(request, demo, newUser.email)
  const email = freshEmail('invited')
  await api.post(team.addUser, { email, name: 'In Vited', provider: 'local', roleIds: [] })
  const invited = () => receiver.received.find(({ json }) => json.eventKey === 'frontegg.user.invitedToTenant')
  await expect.poll(() => invited()?.json.user.email, { timeout: 15_000 }).toBe(email)
  const got = invited()
  new Verifier(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)

  await portal.rowAction('CRM', 'View log')
  const log = portal.dialog('CRM log')
  const entry = log.getByText('frontegg.user.invitedToTenant', { exact: true })
  await entry.click()
  await expect(log.getByText(/webhook-signature: v1,/)).toBeVisible()
  await log.getByRole('button', { name: 'Resend' }).click()
  await expect(portal.toast('The event will be sent to CRM again')).toBeVisible()
  const sent = () => receiver.received.filter(({ json }) => json.eventKey === 'frontegg.user.invitedToTenant').length
  await expect.poll(sent, { timeout: 15_000 }).toBe(2)
})

test('Ada edits a webhook, rotates its secret, resends events, and deletes it with undo', async ({
  page,
  portal,
  demo,
  request,
  signedIn,
}) => {
  const { newUser } = await ownAccount(demo, 'More hooks')
  const api = await apiAs(request, demo, newUser.email)
  const eventKeys = ['frontegg.user.invitedToTenant']
  const fields = { displayName: 'CRM', description: '', url: receiver.url, secret: 'typed-secret', isActive: true }
  await api.post(connectivity.createWebhook, { ...fields, eventKeys })
  await api.post(team.addUser, { email: freshEmail('one'), name: 'One', provider: 'local', roleIds: [] })
  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(1)
  await signedIn(newUser.email)
  await open(page, portal)
  await portal.rowAction('CRM', 'Edit')
  const form = portal.dialog('Edit CRM')
  await form.getByRole('textbox', { name: 'Name' }).fill('Sales')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(portal.toast('Sales saved')).toBeVisible()
  const read = async () => (await api.get(connectivity.listWebhooks))[0]
  expect([(await read())?.displayName, (await read())?.eventKeys]).toEqual(['Sales', eventKeys])

  await portal.rowAction('Sales', 'Rotate secret')
  const rotated = portal.dialog('Rotate the secret for Sales')
  await rotated.getByRole('button', { name: 'Rotate secret' }).click()
  await expect(rotated.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await page.keyboard.press('Escape')
  await portal.button('Go back').click()
  await rotated.getByRole('button', { name: 'Done' }).click()

  await portal.rowAction('Sales', 'Resend events')
  const resend = portal.dialog('Resend events to Sales')
  await resend.getByRole('button', { name: 'Resend events' }).click()
  await expect(resend.getByText('Enter a date and time in the past.')).toBeVisible()
  const dayBefore = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16)
  await resend.getByLabel('Since').fill(dayBefore)
  await resend.getByRole('button', { name: 'Resend events' }).click()
  await expect(portal.toast('1 event will be sent to Sales again')).toBeVisible()
  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(2)
  expect(String(receiver.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(2)

  await portal.rowAction('Sales', 'Turn off')
  await expect(portal.row('Sales')).toContainText('Off')
  const remove = async () => {
    await portal.rowAction('Sales', 'Delete')
    await portal.element.getByRole('alertdialog').getByRole('button', { name: 'Delete Sales' }).click()
  }
  await remove()
  await portal.undo('Sales deleted')
  await expect(portal.row('Sales')).toBeVisible()
  await remove()
  await portal.dismiss('Sales deleted')
  await expect.poll(read).toBeUndefined()
})

test('Ada sends an event by email, text message and Slack, and disconnects Slack', async ({
  page,
  portal,
  demo,
  request,
  signedIn,
}) => {
  const { newUser } = await ownAccount(demo, 'Channels')
  await signedIn(newUser.email)
  await open(page, portal)
  const to = freshEmail('ops')
  const phone = `+1555${String(Date.now()).slice(-7)}`
  for (const [manage, title, field, recipient, fault] of [
    ['Manage email', 'Email notifications', 'Recipients', to, /^Enter valid email addresses/],
    ['Manage text messages', 'Text message notifications', 'Phone numbers', phone, /^Enter valid phone numbers/],
  ] as const) {
    await portal.button(manage).click()
    const form = portal.dialog(title)
    await form.getByLabel('Event to add').selectOption({ label: 'User invited' })
    await form.getByRole('button', { name: 'Add event' }).click()
    await form.getByLabel(field).fill('nonsense')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(fault)).toBeVisible()
    await form.getByLabel(field).fill(recipient)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
  }

  await portal.button('Manage Slack').click()
  await portal.dialog('Slack notifications').getByRole('button', { name: 'Connect Slack' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(portal.toast('Slack connected')).toBeVisible()
  const slack = portal.dialog('Slack notifications')
  await expect(slack.getByText('Events are posted in channels of Demo workspace.')).toBeVisible()
  await slack.getByLabel('Event to add').selectOption({ label: 'User invited' })
  await slack.getByRole('button', { name: 'Add event' }).click()
  await slack.getByRole('combobox', { name: 'Channels' }).fill('general')
  await page.keyboard.press('Enter')
  await slack.getByRole('button', { name: 'Save' }).click()
  await expect(slack).toBeHidden()

  const api = await apiAs(request, demo, newUser.email)
  const name = `In Vited ${Date.now()}`
  await api.post(team.addUser, { email: freshEmail('invited'), name, provider: 'local', roleIds: [] })
  const received = async () => [
    (await demo.backend.store.messages.list({ to })).length,
    (await demo.backend.store.messages.list({ to: phone })).length,
    demo.slack.messages.filter(({ text }) => text.includes(name)).length,
  ]
  await expect.poll(received, { timeout: 15_000 }).toEqual([1, 1, 1])

  await portal.button('Manage Slack').click()
  await slack.getByRole('button', { name: 'Disconnect Slack' }).click()
  await portal.element
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Disconnect / })
    .click()
  await expect(slack.getByRole('button', { name: 'Connect Slack' })).toBeVisible()
})
