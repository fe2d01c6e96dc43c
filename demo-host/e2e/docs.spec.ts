import { spawnSync } from 'node:child_process'
import { expect, test } from './fixtures.ts'
import { expectAccessible, LOOKS, wear } from './support/axe.ts'
import { QUESTIONS } from './support/docs-questions.ts'

/** Time for a build of the site on a busy machine. */
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

test('the documentation is accessible and fits a phone, requests nothing from elsewhere, and its search finds the page of each question', async ({
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
