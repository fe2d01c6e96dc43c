import { test as base, expect as baseExpect } from '@playwright/test'
import { adminPortal } from './models/portal.ts'
import { PASSWORD } from './sample-users.ts'
import { type DevCopy, EDITS, FAULTS, openDevCopy } from './support/dev-copy.ts'

/** The first start loads the sample users, and the compiler checks all types for the first time. */
const PATIENCE_MS = 300_000
const MAX_END_MS = 2_000
/**
 * With other work in parallel, a machine with two cores takes many times as long for an edit; `npm run bench -- dev`
 * measures it.
 */
const expect = baseExpect.configure({ timeout: 60_000 })

const test = base.extend<{ dev: DevCopy }>({
  dev: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use) => {
      const dev = await openDevCopy()
      await use(dev)
      await dev.remove()
    },
    { timeout: PATIENCE_MS },
  ],
})

test('npm run dev shows edits and errors in the page of a user who stays signed in', { tag: '@measured' }, async ({
  page,
  dev,
}) => {
  test.setTimeout(PATIENCE_MS)
  const { view, style, handler } = EDITS
  const portal = adminPortal(page)
  const overlay = page.locator('front-entry-problems')
  const invite = portal.button('Invite users')
  const signedIn = page.getByText('Signed in as ada@acme.test')
  /** Makes an edit after which the page reloads by itself: a manual reload at the same time would be aborted. */
  const reloadedBy = async <T>(edit: () => Promise<T>): Promise<T> => {
    await page.evaluate(() => document.documentElement.setAttribute('data-before-edit', ''))
    const result = await edit()
    await expect(page.locator('html')).not.toHaveAttribute('data-before-edit', { timeout: PATIENCE_MS })
    return result
  }
  const response = await page.request.post(`${dev.api}/frontegg/identity/resources/auth/v1/user`, {
    headers: { origin: dev.host },
    data: { email: 'ada@acme.test', password: PASSWORD },
  })
  expect(response.ok()).toBe(true)
  await page.goto(`${dev.host}/script-tag#/admin-box/users`)
  await expect(portal.title('Users')).toBeVisible()

  await test.step('a style sheet is replaced without a reload', async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-first-load', ''))
    await expect(invite).toHaveCSS('padding-left', '14px')
    await dev.edit(style.file, style.from, style.to(21))
    await expect(invite).toHaveCSS('padding-left', '21px')
    await expect(page.locator('html')).toHaveAttribute('data-first-load', '')
    await expect.poll(dev.output).toContain('pages built in')
    await page.reload()
    await expect(invite).toHaveCSS('padding-left', '21px')
  })

  await test.step('edits of a view and of a handler are applied separately', async () => {
    await reloadedBy(() => dev.edit(view.file, view.from, view.to('at work')))
    await expect(portal.title('Users at work')).toBeVisible()
    await reloadedBy(() => dev.edit(handler.file, handler.from, handler.to('Edited Inc')))
    await expect(portal.element.getByText(/sign in to Edited Inc/)).toBeVisible()
    await expect(signedIn).toBeVisible()
  })

  await test.step('a broken view is reported while the last one stays', async () => {
    const fix = await dev.edit(FAULTS.view.file, FAULTS.view.from, FAULTS.view.to)
    await expect(overlay.getByText(new RegExp(`${view.file}:\\d+:\\d+`))).toBeVisible()
    expect(dev.output()).toMatch(new RegExp(`Syntax error: ${view.file}:\\d+:\\d+`))
    await page.reload()
    await expect(overlay).toBeVisible()
    await expect(portal.title('Users at work')).toBeVisible()
    await fix()
    await expect(overlay).toHaveCount(0)
    await expect(portal.title('Users at work')).toBeVisible()
  })

  await test.step('a broken style sheet is reported while the last one stays', async () => {
    const fix = await dev.edit(FAULTS.style.file, FAULTS.style.from, FAULTS.style.to)
    await expect(overlay.getByText(new RegExp(`${style.file}:\\d+:\\d+`)).first()).toBeVisible()
    await page.reload()
    await expect(invite).toHaveCSS('padding-left', '21px')
    await fix()
    await expect(overlay).toHaveCount(0)
  })

  for (const { title, file, from, to, named, isInPages } of FAULTS.server)
    await test.step(`with a server that ${title}, the last one keeps running`, async () => {
      const edit = () => dev.edit(file, from, to)
      const fix = await (isInPages ? reloadedBy(edit) : edit())
      await expect(overlay.getByText(named).first()).toBeVisible()
      expect(dev.output()).toContain(named)
      await page.reload()
      await expect(portal.element.getByText(/sign in to Edited Inc/)).toBeVisible()
      await reloadedBy(fix)
      await expect(overlay).toHaveCount(0)
      await expect(portal.element.getByText(/sign in to Edited Inc/)).toBeVisible()
    })

  await test.step('a type error is reported, and the page still runs', async () => {
    const fix = await dev.edit(FAULTS.type.file, FAULTS.type.from, FAULTS.type.to)
    await expect(overlay.getByText("Type 'string' is not assignable to type 'number'.")).toBeVisible({
      timeout: PATIENCE_MS,
    })
    await expect(portal.title('Users at work')).toBeVisible()
    await fix()
    await expect(overlay).toHaveCount(0, { timeout: PATIENCE_MS })
  })

  await expect(signedIn).toBeVisible()
  const { ms, left } = await dev.end()
  expect(ms).toBeLessThan(MAX_END_MS)
  expect(left).toEqual([])
})
