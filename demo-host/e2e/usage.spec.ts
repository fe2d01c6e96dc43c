import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { usage } from '../../src/contract/usage.ts'
import { expect, test } from './fixtures.ts'
import { apiAs } from './support/api-as.ts'
import { billedAccount } from './support/billed-account.ts'

test('Ada sees how much of the plan is used, without a mouse, and a use beyond the limit is refused', {
  tag: '@smoke',
}, async ({ page, portal, demo, signedIn, request }) => {
  const { newUser, tenant } = await billedAccount(demo, 'Usage', 'active')
  const now = Date.now()
  const own = { tenantId: tenant.id, createdAt: now, updatedAt: now }
  await demo.backend.store.policies.delete({ kind: 'plan', tenantId: tenant.id })
  const value = JSON.stringify({ planId: 'growth', expireTime: -1, extras: [] })
  await demo.backend.store.policies.insert({ ...own, id: `plan ${tenant.id}`, kind: 'plan', value })
  const day = Math.floor(now / 86_400_000)
  await demo.backend.store.usage.insert({
    ...own,
    id: `use ${tenant.id}`,
    featureKey: 'scheduled-reports',
    day,
    count: 199,
  })
  await signedIn(newUser.email)
  await page.goto('/script-tag#/admin-box/usage')
  await expect(portal.element.getByText('199 of 200 this month')).toBeVisible()
  await expect(portal.element.getByText('You’ve used 99% of this month’s limit.')).toBeVisible()
  const chart = portal.element.getByRole('slider', { name: 'Use of Scheduled reports per day' })
  await expect(chart).toHaveAttribute('aria-valuetext', /: 199 uses$/)
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /: 0 uses$/)

  const api = await apiAs(request, demo, newUser.email)
  const use = { featureKey: 'scheduled-reports' }
  expect(await api.post(usage.countUse, use)).toEqual({ used: 200, limit: 200, remaining: 0 })
  expect(await api.post(usage.countUse, use)).toEqual({
    errors: ['Your plan includes 200 uses of scheduled-reports a month.'],
    code: 'usage-limit',
  })
  await page.reload()
  await expect(portal.element.getByText('200 of 200 this month')).toBeVisible()
  await expect(
    portal.element.getByText(/^You’ve reached the limit. You can use Scheduled reports again on/),
  ).toBeVisible()
})

test('The usage page prints every day of every feature, over as many sheets as it takes', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await page.goto('/script-tag#/admin-box/usage')
  const table = portal.element.getByRole('table', { name: 'Use of Scheduled reports per day' })
  await expect(portal.element.getByRole('heading', { name: 'Scheduled reports' })).toBeVisible()
  await expect(table).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(table).toBeVisible()
  await expect(portal.element.getByRole('navigation')).toBeHidden()
  const tables = portal.element.getByRole('table')
  const last = await tables.last().getByRole('rowheader').last().textContent()

  const document = await getDocument({ data: new Uint8Array(await page.pdf()), verbosity: 0 }).promise
  const sheets = Array.from({ length: document.numPages }, (_, at) => document.getPage(at + 1))
  const texts = await Promise.all(
    sheets.map(async (sheet) =>
      (await (await sheet).getTextContent()).items.map((item) => ('str' in item ? item.str : '')),
    ),
  )
  await document.destroy()
  const rows = texts.flat().filter((text) => text === last)
  expect(texts.length).toBeGreaterThan(1)
  expect(rows.length, 'the last day, in each table').toBe(await tables.count())
})
