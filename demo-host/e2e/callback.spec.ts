import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { loginBox } from './models/login-box.ts'
import { countRequests } from './support/counters.ts'
import { allowed, reach, sampled, scaled } from './support/figures.ts'
import { forgetSession } from './support/settled.ts'

const LOGIN_PAGE = /\/oauth\/account\/login/
const FAILED = 'You’re not signed in'

/** Opens the API's login page and stays there; returns the URL that the page continues to. */
const startFlow = async (page: Page): Promise<URL> => {
  await page.goto('/hosted')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(LOGIN_PAGE)
  return new URL(new URL(page.url()).searchParams.get('redirectUrl') ?? '', page.url())
}

const stateOf = (flow: URL): string => flow.searchParams.get('state') ?? ''

const expectSignedIn = async (page: Page) => {
  await expect(page).toHaveURL(/\/hosted\/home$/)
  await expect(page.locator('#who')).toHaveText('Signed in as ada@acme.test')
}

const storedFlows = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('HOSTED_LOGIN_VERIFIER_KEY')))

test.describe('several sign-ins at once', () => {
  test('five tabs that started one after the other complete their sign-ins in reverse order', async ({
    context,
    demo,
    signedIn,
  }) => {
    test.slow()
    const tabs = await Promise.all(Array.from({ length: 5 }, () => context.newPage()))
    const flows: URL[] = []
    for (const tab of tabs) flows.push(await startFlow(tab))
    expect(new Set(flows.map(stateOf)).size).toBe(5)
    expect(new Set(flows.map((flow) => flow.searchParams.get('code_challenge'))).size).toBe(5)
    await signedIn('ada@acme.test', tabs[0])
    const exchanges = await countRequests(demo, '/oauth/token')
    let done = 0
    for (const [at, tab] of [...tabs.entries()].reverse()) {
      await tab.goto(flows[at]?.href ?? '')
      await expectSignedIn(tab)
      done += 1
    }
    expect(await exchanges()).toBe(5)
    reach(12, '5 tabs end in reverse order: 5 of 5 signed in; a 6th drops the oldest with a clear page', `${done} of 5`)
  })

  test('a sixth sign-in replaces the oldest, which ends on a page that explains it', async ({ context, signedIn }) => {
    test.slow()
    const tabs = await Promise.all(Array.from({ length: 6 }, () => context.newPage()))
    const flows: URL[] = []
    for (const tab of tabs) flows.push(await startFlow(tab))
    const [oldest, ...others] = tabs
    if (!oldest) throw new Error('There are six tabs')
    expect(await storedFlows(oldest)).toEqual([]) // The API's origin stores nothing.
    await signedIn('ada@acme.test', oldest)
    await oldest.goto(flows[0]?.href ?? '')
    const box = loginBox(oldest)
    await expect(box.title).toHaveText(FAILED)
    await expect(box.element).toContainText('was already used, took longer than 10 minutes')
    await box.button('Sign in again').click()
    await expectSignedIn(oldest)
    const last = others.at(-1)
    await last?.goto(flows[5]?.href ?? '')
    if (last) await expectSignedIn(last)
  })
})

/** Callbacks that this browser did not start; `state` belongs to a flow that it did start. */
const FORMS: readonly [string, (state: string) => string][] = [
  ['nothing', () => ''],
  ['no state', () => '?code=c'],
  ['an empty state', () => '?code=c&state='],
  ['another state', () => `?code=c&state=${'A'.repeat(32)}`],
  ['state constructor', () => '?code=c&state=constructor'],
  ['state __proto__', () => '?code=c&state=__proto__'],
  ['state toString', () => '?code=c&state=toString'],
  ['a state one character longer', (state) => `?code=c&state=${state}A&iss={api}`],
  ['a state one character shorter', (state) => `?code=c&state=${state.slice(1)}&iss={api}`],
  ['two codes', (state) => `?code=c&code=d&state=${state}&iss={api}`],
  ['two states', (state) => `?code=c&state=${state}&state=${state}&iss={api}`],
  ['code and error', (state) => `?code=c&error=access_denied&state=${state}&iss={api}`],
  ['the response in the fragment', (state) => `#code=c&state=${state}&iss={api}`],
  ['a response in query and fragment', (state) => `?code=c&state=${state}&iss={api}#code=d`],
  ['no code', (state) => `?state=${state}&iss={api}`],
  ['an empty code', (state) => `?code=&state=${state}&iss={api}`],
  ['an error without a state', () => '?error=access_denied'],
  ['an error of another flow', () => `?error=access_denied&state=${'B'.repeat(32)}`],
  ['another provider', (state) => `?code=c&state=${state}&iss=https://evil.test`],
  ['no provider', (state) => `?code=c&state=${state}`],
]

test.describe('forged callbacks', () => {
  test('a forged, stripped or foreign callback exchanges nothing and shows a way back', async ({ page, demo, box }) => {
    test.setTimeout(180_000)
    let refused = 0
    const forms = sampled(FORMS, 4)
    for (const [title, form] of forms) {
      const state = stateOf(await startFlow(page))
      const exchanges = await countRequests(demo, '/oauth/token')
      await page.goto(`/oauth/callback${form(state).replace('{api}', demo.origins.api)}`)
      await expect(box.title, title).toHaveText(FAILED)
      await expect(box.button('Sign in again'), title).toBeVisible()
      expect(await exchanges(), title).toBe(0)
      expect(new URL(page.url()).search, title).toBe('')
      refused += 1
    }
    await box.button('Sign in again').click()
    await expect(page).toHaveURL(LOGIN_PAGE)
    reach(
      13,
      '20 callback forms: 0 token requests, page with a way back',
      `${refused} of ${forms.length}, 0 token requests`,
    )
  })

  test('a replayed callback exchanges nothing, in this browser or another', async ({ page, browser, demo, box }) => {
    const responses: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/oauth/callback?code=')) responses.push(request.url())
    })
    await startFlow(page)
    await box.signIn('ada@acme.test')
    await expectSignedIn(page)
    const exchanges = await countRequests(demo, '/oauth/token')
    await page.goto(responses[0] ?? '')
    await expect(box.title).toHaveText(FAILED)
    const foreign = await browser.newPage()
    await foreign.goto(responses[0] ?? '')
    await expect(loginBox(foreign).title).toHaveText(FAILED)
    await foreign.close()
    expect(await exchanges()).toBe(0)
  })
})

type Fault = (page: Page) => Promise<unknown>

const FAULTS: Readonly<Record<string, Fault>> = {
  'before it was sent': (page) => page.route('**/oauth/token', (route) => route.abort('connectionreset')),
  'after the server used the code': (page) =>
    page.route('**/oauth/token', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    }),
  'in the middle of the response': (page) =>
    page.route('**/oauth/token', async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({ response, body: body.slice(0, body.length / 2) })
    }),
}

test.describe('the network drops while the code is exchanged', () => {
  for (const [moment, fault] of Object.entries(FAULTS)) {
    test(`${moment}: the code is sent once, the page shows the failure, and the next sign-in works`, async ({
      page,
      demo,
      signedIn,
      box,
    }) => {
      const rounds = scaled(20)
      test.setTimeout(30_000 + rounds * 8_000)
      let sent = 0
      let slowest = 0
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/oauth/token')) sent += 1
      })
      for (let round = 0; round < rounds; round += 1) {
        await demo.backend.store.attempts.delete({})
        await forgetSession(page)
        const flow = await startFlow(page)
        await signedIn('ada@acme.test')
        sent = 0
        await fault(page)
        const began = Date.now()
        await page.goto(flow.href)
        await expect(box.title).toHaveText(FAILED)
        slowest = Math.max(slowest, Date.now() - began)
        expect(sent).toBeLessThanOrEqual(1)
        expect(new URL(page.url()).search).toBe('')
        expect(await storedFlows(page)).toEqual([])
        await page.unroute('**/oauth/token')
        await box.button('Sign in again').click()
        await expectSignedIn(page)
      }
      expect(slowest).toBeLessThan(allowed(5_000))
      reach(
        14,
        `${moment}, 20 rounds: at most 1 token request, message within 5 s, next login works, verifier and code gone`,
        `${rounds} rounds, at most 1 request, slowest message ${slowest} ms`,
      )
    })
  }
})
