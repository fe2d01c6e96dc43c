import type { Page } from '@playwright/test'
import { memberSecurity } from '../../src/contract/users.ts'
import { version } from '../scripts/project.mjs'
import { expect, test } from './fixtures.ts'
import { adminPortal } from './models/portal.ts'
import { recruit } from './sample-users.ts'
import { reach, scaled } from './support/figures.ts'

/** Messages that a page might listen to: responses of providers, of channels between tabs and of native apps. */
const SHAPES = [
  { type: 'fe-session', kind: 'logout' },
  { type: 'logout' },
  { type: 'login', accessToken: 'forged' },
  { type: 'fe-sign-out', detail: {} },
  { kind: 'refresh', response: { accessToken: 'a.b.c', expiresIn: 300 } },
  { event: 'oauth', code: 'forged', state: 'forged' },
  { action: 'setTenant', tenantId: 'globex' },
  { 'frontegg-loading': false, redirectUrl: 'https://evil.test/' },
  { __proto__: null, constructor: { prototype: { isAuthenticated: true } } },
  '{"type":"logout"}',
] as const

/** Returns the page of a sender, which posts `count` messages to the page that embeds or opened it. */
const senderPage = (count: number) => `<!doctype html><title>sender</title><script>
  const shapes = ${JSON.stringify(SHAPES)}
  for (let at = 0; at < ${count}; at++) parent.postMessage(shapes[at % shapes.length], '*')
  parent.postMessage('all sent', '*')
</script>`

/** Returns everything that a message could change. */
const stateOf = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify({
      href: location.href,
      storage: { ...localStorage },
      tab: { ...sessionStorage },
      text: document.body.textContent,
      boxes: [...document.querySelectorAll('fe-login-box, fe-admin-portal')].map((box) => [
        box.innerHTML,
        box.shadowRoot?.innerHTML,
      ]),
      own: Reflect.get({}, 'isAuthenticated'),
    }),
  )

/** Waits until the page renders no more changes, because a slow machine renders late, and returns the state. */
const settledState = async (page: Page): Promise<string> => {
  let last = ''
  const isSettled = async () => {
    const now = await stateOf(page)
    const isSame = now === last
    last = now
    return isSame
  }
  await expect.poll(isSettled, { intervals: [500] }).toBe(true)
  return last
}

/** Returns the text from the first character that differs. */
const difference = (before: string, now: string): string => {
  let at = 0
  while (at < now.length && now[at] === before[at]) at += 1
  return `${before.slice(at, at + 200)} → ${now.slice(at, at + 200)}`
}

const embed = (page: Page, { attribute, value, sandbox }: { attribute: string; value: string; sandbox?: string }) =>
  page.evaluate(
    async (given) => {
      const frame = document.createElement('iframe')
      frame.title = 'sender'
      frame.hidden = true
      if (given.sandbox !== undefined) frame.setAttribute('sandbox', given.sandbox)
      frame.setAttribute(given.attribute, given.value)
      const done = new Promise<void>((resolve) => {
        window.addEventListener('message', ({ data, source }) => {
          if (data === 'all sent' && source === frame.contentWindow) resolve()
        })
      })
      document.body.append(frame)
      await done
      // The next tasks of listeners are done.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      frame.remove()
    },
    { attribute, value, sandbox },
  )

/** Opens the users page. Its last request has been sent when its figures arrive, so the network stays idle. */
const openUsers = async (page: Page) => {
  const figures = page.waitForResponse((response) => response.url().endsWith(memberSecurity.getMemberFigures.path))
  await adminPortal(page).open()
  await figures
}

test.describe('Forged messages and frames', () => {
  test('messages of other, look-alike, null and sandboxed origins change nothing', async ({ page, demo, signedIn }) => {
    const count = Math.ceil(scaled(500, 40) / 4)
    const html = senderPage(count)
    const { host } = new URL(demo.origins.host)
    const foreign = ['http://other.test/', `http://${host.replace(':', '.evil.test:')}/`]
    for (const href of foreign) {
      await page.route(href, (route) => route.fulfill({ contentType: 'text/html', body: html }))
    }
    const frames = [
      ...foreign.map((value) => ({ attribute: 'src', value })),
      { attribute: 'src', value: `data:text/html,${encodeURIComponent(html)}` },
      { attribute: 'srcdoc', value: html, sandbox: 'allow-scripts' },
    ]
    const newUser = await recruit(demo, 'ada@acme.test', 'Quiet Receiver')
    const changes: string[] = []
    for (const isIn of [false, true]) {
      if (isIn) await signedIn(newUser.email)
      await page.goto('/script-tag')
      if (isIn) await openUsers(page)
      else await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const calls: string[] = []
      page.on('request', (request) => {
        // The list's pictures may load at any time.
        if (request.url().startsWith(demo.origins.api) && request.resourceType() !== 'image') calls.push(request.url())
      })
      const before = await settledState(page)
      for (const frame of frames) {
        await embed(page, frame)
        const now = await stateOf(page)
        if (now !== before) changes.push(difference(before, now))
      }
      expect(calls, 'no message asks the API anything').toEqual([])
    }
    reach(
      20,
      '500 forged messages: 0 state changes',
      `${count * frames.length * 2} messages, ${changes.length} state changes`,
    )
    expect(changes).toEqual([])
  })

  test('pages of the API and of a strict host are in no frame', async ({ page, demo }) => {
    // Pages that a test serves count as foreign to this machine.
    await page.context().grantPermissions(['local-network-access'])
    const { api, cdn, host, idp } = demo.origins
    const targets = ['/oauth/account/login', '/oauth/account/step-up', '/oauth/logout', '/health']
    const framed = [...targets.map((path) => api + path), `${host}/strict-csp`]
    for (const origin of ['http://other.test', idp]) {
      const frames = framed.map((src) => `<iframe title="framed" src="${src}"></iframe>`).join('')
      await page.route(`${origin}/frames`, (route) => route.fulfill({ contentType: 'text/html', body: frames }))
      await page.goto(`${origin}/frames`)
      const shown = page.frames().slice(1)
      expect(shown).toHaveLength(framed.length)
      for (const frame of shown) await expect.poll(() => frame.url()).toMatch(/^chrome-error:/)
    }
    // A page whose policy allows it is shown, so the policy is what refuses the others.
    const allowed = `${cdn}/${version}/manifest.json`
    await page.route(`${idp}/control`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe title="allowed" src="${allowed}"></iframe>` }),
    )
    await page.goto(`${idp}/control`)
    await expect.poll(() => page.frames()[1]?.url()).toBe(allowed)
    reach(20, 'framing is blocked by frame-ancestors', `${framed.length} pages, 2 origins: 0 shown`)
  })
})
