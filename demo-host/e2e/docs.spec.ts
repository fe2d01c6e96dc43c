import { spawnSync } from 'node:child_process'
import { expect, test } from './fixtures.ts'
import { expectAccessible, LOOKS, wear } from './support/axe.ts'

/** A build of the site on a busy machine. */
const PATIENCE_MS = 300_000

/** One page of each kind. */
const PAGES = [
  '',
  'tutorial.html',
  'guides/theme.html',
  'guides/migration.html',
  'reference/options.html',
  'reference/settings.html',
  'reference/texts-login-box.html',
  'reference/api/index.html',
  'reference/api/roles.html',
]

/** What a developer types, and the heading that has it. */
const QUESTIONS = [
  ['csp', 'Content Security Policy'],
  ['rotate keys', 'Rotate keys'],
  ['change the colors', '3. Use your colors'],
  ['hash routes', 'Let the routes reach your page'],
  ['listRoles', 'listRoles'],
] as const

test('the documentation is accessible and fits a phone, requests nothing from elsewhere, and its search finds pages', async ({
  page,
  demo,
}) => {
  test.setTimeout(PATIENCE_MS)
  const built = spawnSync(process.execPath, ['demo-host/scripts/docs.mjs', '--if-changed'], { encoding: 'utf8' })
  expect(built.status, built.stderr).toBe(0)
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
    await wear(page, { scheme: 'light', width: 390 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
  }
  await wear(page, { scheme: 'light', width: 1280 })
  for (const [question, heading] of QUESTIONS) {
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill(question)
    await expect(page.getByRole('option').filter({ hasText: heading }).first(), question).toBeVisible()
    await page.keyboard.press('Escape')
  }
  expect(foreign, 'requests to other servers').toEqual([])
  expect(errors).toEqual([])
})
