import type { Page } from '@playwright/test'
import { CLIENT_ID } from '../../src/testing/setup-fault.ts'
import { version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { holdCore, waitForTakeOver } from './support/held-core.ts'

const ENTRIES = ['script tag', 'ES module'] as const

const scriptsOf = (entry: (typeof ENTRIES)[number], { origins }: DemoHost): string => {
  const options = JSON.stringify({ contextOptions: { baseUrl: origins.api, clientId: CLIENT_ID } })
  return entry === 'ES module'
    ? `<script type="module">import { init } from '${origins.cdn}/${version}/fe.esm.js'; init(${options})</script>`
    : `<script src="${origins.cdn}/${version}/fe.umd.js" crossorigin="anonymous"></script><script>fe.init(${options})</script>`
}

/** Opens a login page of a host with this markup. */
const open = async (page: Page, demo: DemoHost, entry: (typeof ENTRIES)[number], markup: string) => {
  const body = `<!doctype html><html lang="en"><head><title>Saved page</title></head>
<body>${markup}${scriptsOf(entry, demo)}</body></html>`
  await page.context().grantPermissions(['local-network-access'])
  const url = `${demo.origins.host}/account/login`
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 })
  await page.goto(url, { waitUntil: 'commit' })
}

/** Returns the box as markup, with its shadow root as services write it that render pages for crawlers. */
const save = (page: Page, withShadow: boolean) =>
  page.locator('fe-login-box').evaluate((box, shadows) => {
    const shadow = `<template shadowrootmode="open">${box.shadowRoot?.innerHTML}</template>`
    return shadows ? box.outerHTML.replace('>', `>${shadow}`) : box.outerHTML
  }, withShadow)

for (const entry of ENTRIES)
  for (const withShadow of [false, true])
    test(`A page that was saved ${withShadow ? 'with' : 'without'} its shadow roots has one form once the ${entry} runs again`, async ({
      page,
      demo,
      box,
    }) => {
      await open(page, demo, entry, '')
      await waitForTakeOver(page)
      await expect(box.email).toBeVisible()
      const saved = await save(page, withShadow)
      const release = await holdCore(page)
      await open(page, demo, entry, saved)
      const painted = () =>
        page.locator('fe-login-box').evaluate((element) => (element.shadowRoot?.adoptedStyleSheets.length ?? 0) > 0)
      await expect.poll(painted).toBe(true)
      await expect(page.locator('input[name=email]')).toHaveCount(1)
      await box.email.fill('ada@acme.test')
      release()
      await waitForTakeOver(page)
      await expect(page.locator('input[name=email]')).toHaveCount(1)
      await expect(box.element).toHaveCount(1)
      await expect(box.title).toHaveCount(1)
      await expect(box.email).toHaveValue('ada@acme.test')
      const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    })
