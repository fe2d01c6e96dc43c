import type { Page } from '@playwright/test'
import { CLIENT_ID } from '../../src/testing/setup-fault.ts'
import { version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { PASSWORD } from './sample-users.ts'

const PATH = '/embedded'

const pageOf = ({ origins }: DemoHost, head = '') => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Embedded</title><link rel="icon" href="data:,">${head}
<script src="${origins.cdn}/${version}/fe.umd.js" crossorigin="anonymous"></script></head>
<body><p id="who" role="status"></p><fe-login-box></fe-login-box><script>
  window.app = fe.init({ contextOptions: { baseUrl: '${origins.api}', clientId: '${CLIENT_ID}' } })
  app.subscribe(({ user }) => { document.getElementById('who').textContent = user ? 'Signed in as ' + user.email : '' })
</script></body></html>`

const serve = async (page: Page, demo: DemoHost, body: string) => {
  // Pages that a test serves count as foreign to this machine.
  await page.context().grantPermissions(['local-network-access'])
  await page
    .context()
    .route(`${demo.origins.host}${PATH}*`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${PATH}?from=mail`)
}

const asAttribute = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const asScript = (html: string) => JSON.stringify(html).replaceAll('</', '<\\/')

const FRAMES: Record<string, (inner: string) => string> = {
  'of srcdoc': (inner) => `<iframe srcdoc="${asAttribute(inner)}"></iframe>`,
  'of a blob': (inner) =>
    `<iframe></iframe><script>document.querySelector('iframe').src = URL.createObjectURL(new Blob([${asScript(inner)}], { type: 'text/html' }))</script>`,
  'that a script writes': (inner) =>
    `<iframe></iframe><script>{ const page = document.querySelector('iframe').contentDocument; page.open(); page.write(${asScript(inner)}); page.close() }</script>`,
}

for (const [title, frameOf] of Object.entries(FRAMES))
  test(`The login box in a document ${title} leads to a new password and back, and signs in`, async ({
    page,
    demo,
  }) => {
    await serve(page, demo, `<!doctype html><html lang="en"><title>Around</title>${frameOf(pageOf(demo))}`)
    const box = page.frameLocator('iframe')
    const enter = async (label: string, text: string) => {
      await box.getByLabel(label, { exact: true }).fill(text)
      await box.getByLabel(label, { exact: true }).press('Enter')
    }
    await enter('Email', 'ada@acme.test')
    if (title !== 'that a script writes') {
      await box.getByRole('link', { name: 'Forgot password?' }).click()
      await expect(box.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
      await box.getByRole('link', { name: 'Back to sign-in' }).click()
    }
    await enter('Password', PASSWORD)
    await expect(box.getByText('Signed in as ada@acme.test')).toBeVisible()
  })

for (const base of ['/', 'assets/v2/', 'https://elsewhere.test/files/'])
  test(`Links of the box lead to the page's own server with the base ${base}`, async ({ page, box, demo }) => {
    await serve(page, demo, pageOf(demo, `<base href="${base}" target="_blank">`))
    await box.enterEmail('ada@acme.test')
    const link = box.link('Forgot password?')
    const target = `${demo.origins.host}/account/forget-password?from=mail`
    expect(await link.evaluate((anchor: HTMLAnchorElement) => anchor.href)).toBe(target)
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
    await expect(tab).toHaveURL(target)
    await tab.close()
    await link.click()
    await expect(page).toHaveURL(target)
    expect(page.context().pages()).toHaveLength(1)
  })
