import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { groups } from '../../src/contract/groups.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { freshName } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { RETENTION_DAYS } from './support/host.ts'

const AUDITS = '/script-tag#/admin-box/audits'

const open = async (page: Page, portal: PortalModel, query = '') => {
  await page.goto(`${AUDITS}${query}`)
  await expect(portal.element.getByText(/^[\d,]+ events?$/)).toBeVisible()
}

const choose = async (portal: PortalModel, entry: string) => {
  await portal.button('More actions').click()
  await portal.element.getByRole('menuitem', { name: entry }).click()
}

/** Sets a filter; headers of the table have the same names. */
const filter = async ({ element }: PortalModel, name: string, value: string) => {
  await element.locator('.fe-chip').getByRole('button', { name, exact: true }).click()
  await element
    .getByRole('menuitemradio', { name: value })
    .or(element.getByRole('menuitemcheckbox', { name: value }))
    .click()
}

test('Ada finds an event, reads what it changed, narrows the log and exports what is left', { tag: '@smoke' }, async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const name = freshName('Logged')
  const api = await apiAs(request, demo, 'ada@acme.test')
  const group = await api.post(groups.createGroup, { name, color: '#2563eb' })
  await api.patch(groups.updateGroup, { groupId: group.id }, { name: `${name} renamed`, color: '#2563eb' })
  await signedIn('ada@acme.test')
  await open(page, portal)
  await portal.element.getByLabel('Search events').fill(`${name} renamed`)
  await expect(portal.rows).toHaveCount(1)
  await portal.rows.first().getByRole('button').first().click()
  const details = portal.dialog('Event details')
  await expect(details.getByRole('table').getByText(`${name} renamed`)).toBeVisible()
  await details.getByRole('button', { name: 'All events of this user' }).click()
  await expect(details).toHaveCount(0)
  await expect(portal.element.getByRole('button', { name: 'User: ada@acme.test', exact: true })).toBeVisible()
  await filter(portal, 'Severity', 'Info')
  await expect.poll(() => page.url()).toContain('email=ada%40acme.test')
  expect(page.url()).toContain('severity=Info')
  await page.reload()
  const total = portal.element.getByText(/^[\d,]+ events?$/)
  await expect(total).toBeVisible()
  const count = Number(((await total.textContent()) ?? '').replace(/\D/g, ''))
  expect(count).toBeGreaterThan(0)
  const [download] = await Promise.all([page.waitForEvent('download'), choose(portal, 'Export as CSV')])
  expect(download.suggestedFilename()).toBe('audits.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('"Time","User","Action"')
  expect(lines.length - 1).toBe(count)
  expect(lines.slice(1).every((line) => line.includes('"ada@acme.test"'))).toBe(true)
})

test('Ada chooses a range of dates and a value of a column', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await open(page, portal)
  await filter(portal, 'Date', 'Last 7 days')
  await expect.poll(() => page.url()).toContain('range=week')
  await portal.element.getByRole('button', { name: 'Date: Last 7 days', exact: true }).click()
  await portal.element
    .getByRole('menuitemradio', { name: 'Custom range…' })
    .or(portal.element.getByRole('menuitemcheckbox', { name: 'Custom range…' }))
    .click()
  const range = portal.dialog('Custom range')
  await range.getByRole('button', { name: 'Apply' }).click()
  await expect(range.getByText('Enter a start, an end, or both.')).toBeVisible()
  await range.getByLabel('From').fill('2020-01-01T00:00')
  await range.getByLabel('To').fill('2020-02-01T00:00')
  await range.getByRole('button', { name: 'Apply' }).click()
  await expect(portal.element.getByText('No events match')).toBeVisible()
  await portal.button('Clear filters').click()
  await expect(portal.rows.first()).toBeVisible()
  await filter(portal, 'User', 'Other…')
  const value = portal.dialog('Filter: User')
  await value.getByLabel('User').fill('mel@acme.test')
  await value.getByRole('button', { name: 'Apply' }).click()
  await expect(portal.button('User: mel@acme.test')).toBeVisible()
  const users = portal.rows.getByText('mel@acme.test')
  await expect.poll(async () => (await users.count()) === (await portal.rows.count())).toBe(true)
})

test('New events are announced while the log is live, and shown on request', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  await signedIn('ada@acme.test')
  await open(page, portal)
  const first = await portal.rows.first().textContent()
  await portal.element.getByRole('switch', { name: 'Live' }).check()
  const api = await apiAs(request, demo, 'ada@acme.test')
  const name = freshName('Announced')
  await api.post(groups.createGroup, { name, color: '#2563eb' })
  await expect(portal.element.getByText(/new events?$/)).toBeVisible({ timeout: 15_000 })
  await expect(portal.rows.first()).toHaveText(first ?? '')
  await portal.button('Show').click()
  await portal.rows.first().getByRole('button', { name: 'Group created' }).click()
  await expect(portal.dialog('Event details')).toContainText(name)
})

test('Ada verifies the log; an altered row is named by its position', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const api = await apiAs(request, demo, 'ada@acme.test')
  const name = freshName('Proof')
  await api.post(groups.createGroup, { name, color: '#2563eb' })
  await signedIn('ada@acme.test')
  await open(page, portal)
  await choose(portal, 'Verify log')
  await expect(portal.element.getByText(/^The log is intact/)).toBeVisible()
  const { store, ports } = demo.backend
  expect(ports.config.auditRetentionDays, 'the setting of the host').toBe(RETENTION_DAYS)
  const row = await store.audits.find({ searchText: { contains: name } })
  if (!row) throw new Error('The row is missing')
  await store.audits.update({ id: row.id }, { email: 'mel@acme.test' })
  await choose(portal, 'Verify log')
  await expect(portal.element.getByText(`The event at position ${row.seq} was altered`)).toBeVisible()
  await store.audits.update({ id: row.id }, { email: row.email })
})
