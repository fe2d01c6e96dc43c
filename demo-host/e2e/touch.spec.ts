import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const FINGER_PX = 44

/** Returns whether a finger hits the button at the upper and at the lower end of its target. */
const reachOf = (button: Locator) =>
  button.evaluate((element, finger) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const root = element.getRootNode() as ShadowRoot
    const ends = [y - finger / 2 + 1, y + finger / 2 - 1]
    return ends.map((end) => element.contains(root.elementFromPoint(x, end)))
  }, FINGER_PX)

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('A finger hits the buttons of a list within 44 px, and its fields don’t make a phone zoom in', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await page.goto('/script-tag#/admin-box/users')
  await expect(portal.rows.first()).toBeVisible()
  const search = portal.element.getByRole('searchbox', { name: 'Search users' })
  const size = await search.evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize))
  expect(size).toBeGreaterThanOrEqual(16)
  const invite = portal.element.getByRole('button', { name: 'Invite users' }).first()
  const actions = portal.rows.nth(1).getByRole('button', { name: /^More actions/ })
  for (const button of [invite, actions]) expect(await reachOf(button)).toEqual([true, true])
  await actions.click()
  await portal.element.getByRole('menuitem', { name: 'View details' }).click()
  const details = portal.element.getByRole('dialog', { name: /^Details of/ })
  // No keyboard opens over what the user wants to read.
  await expect(details).toBeFocused()
  const copy = details.getByRole('button', { name: 'Copy Email' })
  await copy.scrollIntoViewIfNeeded()
  expect(await reachOf(copy)).toEqual([true, true])
  expect(await copy.evaluate((element) => element.getBoundingClientRect().height)).toBe(24)
})
