import type { Page } from '@playwright/test'
import { entries } from '../../src/gallery/catalog.ts'
import { pages } from '../../src/pages/index.ts'
import { expect, test } from './fixtures.ts'

/**
 * Returns texts and icons in the color of the background. The browser puts the background's color behind every text,
 * unless a style opts out of forced colors.
 */
const invisibleIn = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'Canvas'
    const canvas = getComputedStyle(probe).color
    probe.remove()
    const found: string[] = []
    const hasText = (node: Element) =>
      [...node.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
    const visit = (root: ParentNode) => {
      for (const node of root.querySelectorAll('*')) {
        if (node.shadowRoot) visit(node.shadowRoot)
        if (!hasText(node) && node.localName !== 'svg') continue
        const { color } = getComputedStyle(node)
        // Icons have a value of their own, and keep the color of their parent.
        const { forcedColorAdjust } = getComputedStyle(node.localName === 'svg' ? (node.parentElement ?? node) : node)
        if (color === canvas && forcedColorAdjust !== 'none' && node.checkVisibility())
          found.push(`${node.localName}.${node.getAttribute('class')}: ${node.textContent?.slice(0, 40)}`)
      }
    }
    for (const element of document.querySelectorAll('fe-login-box, fe-admin-portal, fe-checkout, fe-pricing-table')) {
      visit(element)
      if (element.shadowRoot) visit(element.shadowRoot)
    }
    return [...new Set(found)]
  })

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

for (const colorScheme of ['light', 'dark'] as const)
  test(`Forced colors (${colorScheme}) leave every text and icon visible`, async ({ page, portal, signedIn }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    const problems: string[] = []
    const look = async (state: string) =>
      problems.push(...(await invisibleIn(page)).map((problem) => `${state}: ${problem}`))
    await page.goto('/gallery')
    for (const { id } of entries) {
      await page.locator(`#list a[href="#${id}"]`).evaluate((link: HTMLElement) => link.click())
      await expect(page.locator(`#stage[data-shown="${id}"]`)).toBeVisible()
      await look(id)
    }
    await signedIn('ada@acme.test')
    await page.goto('/script-tag#/admin-box/users')
    await expect(portal.title('Users')).toBeVisible()
    for (const { slug } of pages) {
      await page.evaluate((hash) => {
        location.hash = hash
      }, `#/admin-box/${slug}`)
      await expect(portal.element.locator('.fe-skeleton')).toHaveCount(0)
      await look(slug)
    }
    expect(problems).toEqual([])
  })

test('Forced colors keep the level of every meter visible', async ({ page, portal, signedIn, demo }) => {
  await signedIn('ada@acme.test')
  await page.goto('/script-tag#/admin-box/usage')
  const meter = portal.element.locator('.fe-usage-meter').first()
  await expect(meter).toBeVisible()
  const canvas = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'Canvas'
    return getComputedStyle(probe).color
  })
  await expect(meter.locator('.fe-usage-meter-track')).toHaveCSS('fill', canvas)
  await expect(meter.locator('.fe-usage-meter-value')).not.toHaveCSS('fill', canvas)
  await page.goto('/script-tag#/admin-box/security')
  await expect(portal.element.locator('.fe-center-track')).toHaveCSS('stroke-width', '1px')
  await expect(portal.element.locator('.fe-center-arc')).toHaveCSS('stroke-width', '10px')
  // A progress bar is shown only while much is imported or exported.
  await page.goto('/script-tag#/admin-box/users')
  await expect(portal.rows.first()).toBeVisible()
  // The export waits for its first rows, so that its progress bar stays.
  await page.route(`${demo.origins.api}/**`, () => undefined)
  await portal.button('More actions').first().click()
  await portal.element.getByRole('menuitem', { name: 'Export as CSV' }).click()
  await expect(portal.element.getByRole('progressbar')).toHaveCSS('appearance', 'auto')
})

test('Forced colors keep the strength of a new password visible', async ({ page }) => {
  await page.goto('/account/sign-up')
  await page.locator('fe-login-box input[type=password]').first().fill('Abcdefg1')
  const bars = page.locator('fe-login-box .fe-newpw-bar')
  await expect(bars).toHaveCount(5)
  const canvas = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'Canvas'
    return getComputedStyle(probe).color
  })
  // A bar is 4 px high: the border fills one that is on. Another is an outline.
  await expect(bars.last()).toHaveCSS('background-color', canvas)
  await expect(bars.first()).toHaveCSS('border-top-width', '2px')
  await expect(bars.last()).toHaveCSS('border-top-width', '1px')
  for (const bar of await bars.all()) {
    await expect(bar).toHaveCSS('height', '4px')
    await expect(bar).not.toHaveCSS('border-top-color', canvas)
  }
})
