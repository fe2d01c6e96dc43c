import { spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect, test } from './fixtures.ts'
import { applyLook, expectAccessible, LOOKS, TAGS } from './support/axe.ts'
import { QUESTIONS } from './support/docs-questions.ts'

/** Time for a build of the site on a busy machine. */
const PATIENCE_MS = 300_000

/** One page of each kind. */
const PAGES = [
  '',
  'tutorial.html',
  'guides/frameworks.html',
  'guides/theme.html',
  'guides/migration.html',
  'reference/options.html',
  'reference/settings.html',
  'reference/texts-login-box.html',
  'reference/api/index.html',
  'reference/api/roles.html',
]

// The tests of the site are in one file, because two workers would build it at the same time.
test.beforeAll(() => {
  test.setTimeout(PATIENCE_MS)
  const built = spawnSync(process.execPath, ['demo-host/scripts/docs.mjs', '--if-changed'], { encoding: 'utf8' })
  expect(built.status, built.stderr).toBe(0)
})

test('the documentation is accessible and fits a phone, requests nothing from elsewhere, and its search finds the page of each question', async ({
  page,
  demo,
}) => {
  test.setTimeout(PATIENCE_MS)
  const foreign: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(`${demo.origins.host}/docs/`) || request.url().startsWith('data:')
    if (!isOwn) foreign.push(request.url())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  for (const path of PAGES) {
    await page.goto(`/docs/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, path, LOOKS)
    await applyLook(page, { scheme: 'light', width: 390 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
  }
  await applyLook(page, { scheme: 'light', width: 1280 })
  await page.getByRole('button', { name: 'Search' }).click()
  const found = page.getByRole('option').locator('a')
  for (const [question, target] of QUESTIONS) {
    await page.getByRole('searchbox').fill('')
    await expect(found).toHaveCount(0)
    await page.getByRole('searchbox').fill(question)
    const first = () => found.evaluateAll((links) => links.slice(0, 3).map((link) => link.getAttribute('href')))
    await expect.poll(first, question).toContainEqual(expect.stringContaining(`/docs/${target}.html`))
  }
  expect(foreign, 'requests to other servers').toEqual([])
  expect(errors).toEqual([])
})

const preview = (page: Page) => page.frameLocator('iframe[title="Preview"]')
const options = (page: Page) => page.getByLabel('Options of init')
const code = (page: Page) => page.getByLabel('Code to copy')
const openIt = async (page: Page, hash = '') => {
  await page.goto(`/docs/playground.html${hash}`)
  await expect(preview(page).getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
}

/** Makes a change that starts another element, and waits for it. */
const restartBy = async (page: Page, change: () => Promise<unknown>) => {
  const element = preview(page).locator('#stage > *')
  const before = await element.getAttribute('app')
  await change()
  await expect(element).not.toHaveAttribute('app', before ?? '')
  await expect(preview(page).getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
}

test('the playground shows options as they change, writes their code and keeps them in a link', async ({
  page,
  demo,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const foreign: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    const own = [demo.origins.host, demo.origins.cdn].some((origin) => request.url().startsWith(`${origin}/`))
    if (!own && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  await openIt(page)
  const box = preview(page)

  await page.getByLabel('Brand color', { exact: true }).fill('#0f766e')
  await expect(box.getByRole('button', { name: 'Continue', exact: true })).toHaveCSS(
    'background-color',
    'rgb(15, 118, 110)',
  )
  await page.getByLabel('Title').fill('Welcome to <b>Acme</b>')
  await expect(box.getByRole('heading', { name: 'Welcome to <b>Acme</b>' })).toBeVisible()
  await expect(box.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await restartBy(page, () => page.getByLabel('Sign-up').uncheck())
  await expect(box.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
  await page.getByLabel('Direction').selectOption('rtl')
  await expect(box.getByRole('heading', { name: 'Welcome to <b>Acme</b>' })).toHaveCSS('direction', 'rtl')
  await restartBy(page, () => page.getByLabel('Way to sign in').selectOption('Code'))
  await box.getByLabel('Email').fill('ada@acme.test')
  await box.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(box.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('Code copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  for (const part of [`${demo.origins.cdn}/`, '<fe-login-box>', "main: '#0f766e'", "direction: 'rtl'", '\\x3Cb>Acme'])
    expect(copied).toContain(part)
  await page.getByLabel('React').check()
  await expect(code(page)).toContainText('<LoginBox />')
  await page.getByLabel('ES module').check()
  await expect(code(page)).toContainText("import { init } from 'front-entry'")
  await page.getByLabel('Vendor settings').check()
  await expect(code(page)).toContainText('"allowSignups": false')

  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto('about:blank')
  await page.goto(link)
  await expect(box.getByRole('heading', { name: 'Welcome to <b>Acme</b>' })).toHaveCSS('direction', 'rtl')
  await expect(page.getByLabel('Sign-up')).not.toBeChecked()
  await expect(page.getByLabel('Brand color', { exact: true })).toHaveValue('#0f766e')

  await page.getByRole('button', { name: 'Reset options' }).click()
  await expect(box.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await page.getByLabel('Admin portal').check()
  await expect(box.getByRole('heading', { name: 'Users', exact: true })).toBeVisible()
  expect(foreign, 'requests to other servers').toEqual([])
  expect(errors).toEqual([])
})

test('the playground names what is wrong with the options, and runs nothing of them', async ({ page }) => {
  test.slow()
  await openIt(page)
  await options(page).fill("{\n  themeOptions: { mode: 'dark' }\n  language: 'de',\n}")
  await expect(page.getByText(/^Line 3, column 3: invalid character/)).toBeVisible()
  await expect(page.getByLabel('Brand color', { exact: true })).toBeDisabled()
  await options(page).fill('{ basename: alert(1) }')
  await expect(page.getByText(/^Line 1, column 13: invalid character/)).toBeVisible()
  await options(page).fill('{ basename: 5 }')
  await expect(page.getByText('basename must be a string, but is a number.')).toBeVisible()
  await expect(options(page)).toHaveAttribute('aria-invalid', 'true')
  await options(page).fill("{ languge: 'de', themeOptions: { palette: { primry: '#f00' } } }")
  await expect(page.getByText('did you mean language?')).toBeVisible()
  await expect(page.getByText('palette.primry (did you mean palette.primary?)')).toBeVisible()
  await expect(preview(page).getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
})

test('the playground is accessible in each look, fits a phone and is reached by keyboard', async ({ page }) => {
  test.slow()
  await openIt(page)
  await expectAccessible(page, 'playground', LOOKS)
  const frame = page.frames().find((one) => one.url().endsWith('/stage.html'))
  if (!frame) throw new Error('The playground has no preview')
  await frame.evaluate(axe.source)
  for (const look of LOOKS) {
    await applyLook(page, look)
    const found = await frame.evaluate(async (values) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type: 'tag', values },
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
    }, TAGS)
    expect.soft(found, `preview, ${look.scheme}, ${look.width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${look.width}`).toBe(true)
  }
  await options(page).fill("{ themeOptions: { mode: 'nonsense' }, basename: 5 }")
  await expect(page.getByText('basename must be a string, but is a number.')).toBeVisible()
  await expectAccessible(page, 'playground with a wrong option', LOOKS)
  await page.getByLabel('Login box').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Admin portal')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Colors')).toBeFocused()
})
