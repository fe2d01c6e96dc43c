import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { scaled } from '../../../../src/backend/prove/report.test-kit.ts'
import { byRole, byText } from '../by.ts'
import type { Moment } from '../network.ts'
import { signInByBox, type Visit } from '../visit.ts'

/** Runs in the page: sends forged messages from a sandboxed frame and from the page itself. */
const forge = async (count: number): Promise<void> => {
  const shapes = [
    { type: 'logout' },
    { type: 'login', accessToken: 'forged' },
    { kind: 'refresh', response: { accessToken: 'a.b.c', expiresIn: 300 } },
    { action: 'setTenant', tenantId: 'globex' },
    { redirectUrl: 'https://evil.test/' },
    '{"type":"logout"}',
  ]
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.srcdoc = `<script>const all = ${JSON.stringify(shapes)}; for (let at = 0; at < ${count}; at++) parent.postMessage(all[at % all.length], '*'); parent.postMessage('all sent', '*')</script>`
  const sent = new Promise<void>((resolve) => {
    window.addEventListener('message', ({ data }) => data === 'all sent' && resolve())
  })
  document.body.append(frame)
  for (const shape of shapes) window.postMessage(shape, '*')
  await sent
  frame.remove()
}

/** Runs in the page: returns everything that a message could change. */
const whole = () =>
  JSON.stringify([
    location.href,
    { ...localStorage },
    document.body.textContent,
    [...document.querySelectorAll('fe-login-box, fe-admin-portal')].map(({ shadowRoot }) => shadowRoot?.textContent),
  ])

/** Runs in the page: loads a page in a frame. */
const embed = (src: string) =>
  new Promise<void>((resolve) => {
    const frame = Object.assign(document.createElement('iframe'), { src, title: 'framed' })
    frame.addEventListener('load', () => resolve())
    document.body.append(frame)
  })

const FORGED = 500
const PATIENCE_MS = 15_000

const untilSome = async (what: string, count: () => number): Promise<void> => {
  const end = Date.now() + PATIENCE_MS
  while (count() === 0) {
    if (Date.now() > end) throw new Error(`It does not happen that ${what}`)
    await wait(50)
  }
}

/** Checks that forged messages change nothing, and that no page shows the login page of the API in a frame. */
export const messages = async ({ demo, page, url, network, signedIn, note }: Visit) => {
  await signedIn('mel@acme.test')
  await page.open(url('/script-tag/home'))
  await page.see(byText('Signed in as mel@acme.test'))
  const before = await page.run(whole)
  await page.run(forge, scaled(FORGED))
  assert.equal(await page.run(whole), before)
  note({ row: 20, wanted: `${FORGED} forged messages: 0 changes`, reached: `0 after ${scaled(FORGED)}` })

  // Requests to the API show which pages run.
  const own = () => network.count(({ origin, path }) => !origin && path.endsWith('/public'))
  const framed = () => network.count(({ origin, path }) => origin === demo.origins.host && path.endsWith('/public'))
  const loginPage = `${demo.origins.api}/oauth/account/login`
  network.reset()
  await page.open(loginPage)
  await untilSome('the login page runs by itself', own)
  await page.open(url('/'))
  network.reset()
  await page.run(embed, loginPage)
  await page.run(embed, url('/script-tag'))
  await untilSome('a page that may be framed runs in its frame', framed)
  assert.equal(own(), 0, 'the login page runs in no frame')
  note({ row: 20, wanted: 'the login page of the API runs in no frame', reached: '0 requests of a framed one' })
}

const MOMENTS: readonly Moment[] = ['before it was sent', 'in the middle of the response', 'after the server used it']

const FAILED = byRole('heading', 'You’re not signed in')
const SIGN_IN = byRole('button', 'Sign in')
const MAX_WAIT_MS = 5_000

/** Runs in the page: returns the flows that it could still complete. */
const storedFlows = () => Object.keys(localStorage).filter((key) => key.startsWith('HOSTED_LOGIN_VERIFIER_KEY'))

/** Runs in the page: returns how often it has sent a code. */
const exchanges = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/oauth/token')).length

const loseExchange = async ({ demo, page, url, network }: Visit, moment: Moment): Promise<number> => {
  await page.open(url('/hosted'))
  await page.click(SIGN_IN)
  await page.holds('the login page of the API is open', (api: string) => location.origin === api, demo.origins.api)
  network.reset()
  network.lose('/oauth/token', moment)
  await signInByBox(page, 'ada@acme.test')
  await page.holds('the browser is back', (host: string) => location.origin === host, demo.origins.host)
  const start = performance.now()
  await page.see(FAILED)
  const waited = Math.round(performance.now() - start)
  // Browsers may repeat a request whose connection is lost, but the page itself must not.
  assert.ok(network.count(({ path }) => path.endsWith('/oauth/token')) > 0, 'the code is sent')
  assert.ok((await page.run(exchanges)) <= 1, 'the page sends the code once')
  assert.equal(await page.run(() => location.search), '')
  assert.deepEqual(await page.run(storedFlows), [])
  network.reset()
  await page.click(byRole('button', 'Sign in again'))
  await page.holds('the next page is open', () => /home$|login$/.test(location.pathname))
  // A browser that repeats the request uses the code twice, which ends the session at the API (RFC 6749 §4.1.2).
  if (await page.run(() => location.pathname.endsWith('login'))) await signInByBox(page, 'ada@acme.test')
  await page.holds('the user is back', () => location.pathname === '/hosted/home')
  await page.see(byText('Signed in as ada@acme.test'))
  const signedInPage = await page.run(() => performance.timeOrigin)
  await page.click(byRole('button', 'Sign out'))
  // The page is signed out before it redirects to the logout of the API.
  await page.holds('the API sent the browser back', (earlier: number) => performance.timeOrigin > earlier, signedInPage)
  await page.see(SIGN_IN)
  return waited
}

/**
 * Checks a connection that is lost during the exchange of the code: the code is sent once, a message appears, the next
 * sign-in works.
 */
export const lostExchange = async (visit: Visit) => {
  for (const moment of MOMENTS) {
    const waited = await loseExchange(visit, moment)
    assert.ok(waited < MAX_WAIT_MS, `${waited} ms`)
    visit.note({
      row: 14,
      wanted: `${moment}: code sent once, message within 5 s, next sign-in works`,
      reached: `1 request, message after ${waited} ms`,
    })
  }
}
