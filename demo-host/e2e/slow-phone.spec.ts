import type { Page } from '@playwright/test'
import { CLIENT_ID } from '../../src/testing/setup-fault.ts'
import { version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'

const CPU_SLOWDOWN = 6
/** Throughput and latency of a 3G network. */
const NETWORK = { offline: false, latency: 300, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/** Users leave after a longer wait; the duration on this machine is recorded. */
const MAX_WAIT_MS = 60_000
const MAX_SCRIPT_BYTES = 160_000

const OWN_TEXT = 'Signing in needs JavaScript and a browser of 2024 or newer.'
const FALLBACK = `<p slot="fallback">${OWN_TEXT}</p>`
const STYLE = `<style>@keyframes late { from { visibility: hidden } }
fe-login-box:not(:defined) > [slot='fallback'] { animation: late 2s step-end backwards }</style>`

/** Opens a page of a host with the box and this content inside it. */
const openHostPage = async (page: Page, { origins }: DemoHost, inside = '') => {
  const url = `${origins.host}/own-page`
  const options = `{ contextOptions: { baseUrl: '${origins.api}', clientId: '${CLIENT_ID}' } }`
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><title>Own page</title>${STYLE}
<script src="${origins.cdn}/${version}/fe.umd.js" crossorigin="anonymous"></script></head>
<body><fe-login-box>${inside}</fe-login-box><script>fe.init(${options})</script></body></html>`
  // Pages that a test serves count as foreign to this machine.
  await page.context().grantPermissions(['local-network-access'])
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(url)
}

test.describe('A phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('that is old and in a slow network has the sign-in form after less than 160 KB of script', async ({
    page,
    box,
  }) => {
    test.setTimeout(2 * MAX_WAIT_MS)
    const session = await page.context().newCDPSession(page)
    let bytes = 0
    const scripts = new Set<string>()
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const start = performance.now()
    await page.goto('/account/login', { waitUntil: 'commit' })
    await box.email.fill('ada@acme.test', { timeout: MAX_WAIT_MS })
    const formMs = Math.round(performance.now() - start)
    const formBytes = bytes
    test.info().annotations.push({ type: 'old phone', description: `${formMs} ms, ${formBytes} bytes of script` })
    expect(formBytes).toBeGreaterThan(0)
    expect(formBytes).toBeLessThan(MAX_SCRIPT_BYTES)
  })

  test('whose browser is too old shows a sentence in place of the box, or the page’s own', async ({ page, demo }) => {
    const lines: string[] = []
    page.on('console', (message) => lines.push(message.text()))
    await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'))
    await openHostPage(page, demo)
    await expect(page.getByText('Your browser is too old for this page.')).toBeVisible()
    expect(lines.filter((line) => line.includes('older than Chrome or Edge 123'))).toHaveLength(1)
    await openHostPage(page, demo, FALLBACK)
    await expect(page.getByText(OWN_TEXT)).toBeVisible()
    await expect(page.getByText('Your browser is too old for this page.')).toBeHidden()
  })

  test('that gets no script shows the page’s own sentence after a while, and never together with the box', async ({
    page,
    box,
    demo,
    browser,
  }) => {
    await openHostPage(page, demo, FALLBACK)
    await expect(box.email).toBeVisible()
    await expect(page.getByText(OWN_TEXT)).toBeHidden()
    await page.route('**/fe.umd.js', (route) => route.abort())
    await openHostPage(page, demo, FALLBACK)
    await expect(page.getByText(OWN_TEXT)).toBeVisible()

    const plain = await browser.newPage({ javaScriptEnabled: false })
    await openHostPage(plain, demo, FALLBACK)
    await expect(plain.getByText(OWN_TEXT)).toBeVisible()
    await plain.context().close()
  })
})
