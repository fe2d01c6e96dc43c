import type { Page } from '@playwright/test'
import { CLIENT_ID, type SetupFault } from '../../src/testing/setup-fault.ts'
import { version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { reach } from './support/figures.ts'
import { OPENED_FAULTS, SETUP_FAULTS } from './support/setup-faults.ts'

/** Loading is tried for 10 s before it fails; elements wait 3 s for an app. */
const PATIENCE = { timeout: 20_000 }
const LEAD = '<!doctype html><meta name="viewport" content="width=device-width">'

const pageOf = (fault: SetupFault, { origins }: DemoHost) => {
  const { lead = LEAD, head = '', markup = '<fe-login-box></fe-login-box>' } = fault
  const scripts =
    fault.scripts?.(origins) ?? `<script src="${origins.cdn}/${version}/fe.umd.js" crossorigin="anonymous"></script>`
  const start =
    fault.start?.(origins) ?? `fe.init({ contextOptions: { baseUrl: '${origins.api}', clientId: '${CLIENT_ID}' } })`
  return `${lead}<html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Seeded</title>${head}${scripts}</head>
<body>${markup}<script>${start}</script></body></html>`
}

/** Collects everything that a developer can read: alerts, errors, console and page. */
const listen = (page: Page) => {
  const heard: string[] = []
  page.on('console', (message) => heard.push(`${message.text()} ${message.location().url}`))
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('dialog', (dialog) => {
    heard.push(dialog.message())
    return dialog.dismiss()
  })
  return async () => {
    const seen = await Promise.all(
      page.frames().map((frame) =>
        frame
          .locator('[part="setup-help"] p, fe-login-box .fe-note, fe-login-box [role=alert], main p')
          .allTextContents()
          .catch(() => []),
      ),
    )
    return [...heard, ...seen.flat()]
  }
}

const open = async (page: Page, fault: SetupFault, demo: DemoHost) => {
  const url = fault.url?.(demo.origins) ?? `${demo.origins.host}/seeded`
  const policy = fault.policy?.(demo.origins)
  const headers = { 'content-type': 'text/html', ...(policy && { 'content-security-policy': policy }) }
  await page.route(url, (route) => route.fulfill({ headers, body: pageOf(fault, demo) }))
  if (!fault.sandbox) return page.goto(url)
  const outer = `${demo.origins.host}/outer`
  const frame = `<iframe sandbox="allow-scripts" src="${url}"></iframe>`
  await page.route(outer, (route) => route.fulfill({ contentType: 'text/html', body: frame }))
  return page.goto(outer)
}

const explained: string[] = []

for (const fault of OPENED_FAULTS) {
  test(`A developer sees one message with the fix for ${fault.title}`, async ({ page, box, demo, watch }) => {
    // Pages that a test serves count as foreign to this machine.
    await page.context().grantPermissions(['local-network-access'])
    const messages = listen(page)
    await open(page, fault, demo)
    if (fault.signsIn) await box.signIn('ada@acme.test')
    if (fault.press) {
      await box.enterEmail('ada@acme.test')
      await box.link(fault.press).click()
    }
    const wanted = fault.message(demo.origins)
    // The message is in the page or in the console, not in both.
    const explaining = async () => (await messages()).filter((text) => wanted.test(text)).length
    await expect.poll(explaining, { ...PATIENCE, message: String(wanted) }).toBe(fault.isAlerted ? 2 : 1)
    explained.push(fault.title)
    // Requests that a page sends to the wrong place are not traffic of the product.
    await page.goto('about:blank')
    await watch.take()
  })
}

test('Every seeded fault of a set-up is reported', () => {
  expect(SETUP_FAULTS.length).toBeGreaterThanOrEqual(40)
  expect(explained).toEqual(OPENED_FAULTS.map(({ title }) => title))
  reach(
    65,
    '40 seeded set-up faults: each explained by one message',
    `${explained.length} of ${OPENED_FAULTS.length} explained`,
  )
})
