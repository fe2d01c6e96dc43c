import type { Page } from '@playwright/test'
import { login } from '../../src/contract/login.ts'
import { activation } from '../../src/contract/sign-up.ts'
import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'
import { freshEmail, recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { isWhole, reach, scaled } from './support/figures.ts'
import { forgetSession } from './support/settled.ts'

const HOME = /\/script-tag\/home$/
const ACTIVATED = /account is (active|ready)/i
const PROVIDERS = ['Google', 'Microsoft', 'Apple', 'GitHub', 'Slack', 'Facebook', 'LinkedIn', 'Harbour ID']

const start = async (page: Page, provider: string) => {
  await page.goto('/account/login')
  await page.getByRole('button', { name: `Continue with ${provider}` }).click()
}

/** Records events of the box on every page of this tab, in order. */
const recordEvents = async (page: Page) => {
  const events: [string, string][] = []
  await page.exposeFunction('noteEvent', (type: string, origin: string) => events.push([type, origin]))
  await page.addInitScript(() => {
    for (const type of ['fe-sign-up', 'fe-user-verified', 'fe-sign-in']) {
      document.addEventListener(type, (event) => {
        const { origin, authenticationType } = (event as CustomEvent).detail
        Reflect.get(window, 'noteEvent')(type, origin ?? authenticationType ?? '')
      })
    }
  })
  return events
}

/** One of the seven providers, and the one that the vendor added; the others share their code. */
const TRIED = isWhole ? PROVIDERS : ['Google', 'Harbour ID']

for (const provider of TRIED) {
  test(`Ada signs in with ${provider}`, async ({ page, demo }) => {
    await start(page, provider)
    await foreignProvider(page, demo).choose(/Ada/)
    await expect(page).toHaveURL(HOME)
    await expect(page.locator('#who')).toContainText('ada@acme.test')
  })
}

test('the seven providers are listed by name and accessible', async ({ page }) => {
  await page.goto('/account/login')
  await expect(page.locator('fe-login-box .fe-social-mark')).toHaveCount(PROVIDERS.length)
  await expectAccessible(page, 'social logins')
  await page.goto('/account/sign-up')
  for (const provider of PROVIDERS) {
    await expect(page.getByRole('button', { name: `Continue with ${provider}` })).toBeVisible()
  }
})

test('a new user gets an account, the host is notified, and the next sign-in is the same user', {
  tag: '@smoke',
}, async ({ page, demo }) => {
  const events = await recordEvents(page)
  const idp = foreignProvider(page, demo)
  const email = freshEmail('nova', 'fresh.test')
  await start(page, 'Google')
  await idp.enter(email, 'Nova Reyes', true)
  await expect(page).toHaveURL(HOME)
  await expect(page.locator('#who')).toContainText(email)
  await expect
    .poll(() => events)
    .toEqual([
      ['fe-sign-up', 'SOCIAL_LOGIN'],
      ['fe-user-verified', 'SOCIAL_LOGIN'],
      ['fe-sign-in', ''],
    ])
  const user = await demo.backend.store.users.find({ email })
  expect([user?.name, user?.verified, user?.provider]).toEqual(['Nova Reyes', true, 'google'])

  events.length = 0
  await forgetSession(page)
  await start(page, 'Google')
  await idp.enter(email, 'Nova Reyes', true)
  await expect(page).toHaveURL(HOME)
  await expect.poll(() => events).toEqual([['fe-sign-in', '']])
})

test('an email that the provider has not verified opens no account', async ({ page, box, demo }) => {
  await start(page, 'GitHub')
  await foreignProvider(page, demo).enter('mel@acme.test', 'Not Mel', false)
  await expect(box.title).toHaveText('We couldn’t sign you in')
  await expect(box.element.getByText(/GitHub hasn’t verified this email/)).toBeVisible()
  await expectAccessible(page, 'social login refused')
  await box.link('Back to sign-in').click()
  await expect(box.email).toBeVisible()
})

test('a user who cancels returns to a page with a link to continue, and reload and back do no harm', async ({
  page,
  box,
  demo,
}) => {
  await start(page, 'Slack')
  await foreignProvider(page, demo).cancel()
  await expect(box.title).toHaveText('You’re not signed in')
  expect(new URL(page.url()).search).toBe('')
  await expectAccessible(page, 'social login canceled')
  await page.reload()
  await expect(box.title).toHaveText('This sign-in has expired')
  await box.link('Back to sign-in').click()
  await expect(box.email).toBeVisible()
  await page.goBack()
  await expect(box.link('Back to sign-in')).toBeVisible()
})

test('five sign-ins at once end in any order; a sixth drops the oldest with a clear page', async ({
  context,
  demo,
}) => {
  const tabs: Page[] = []
  for (let at = 0; at < 6; at += 1) {
    const tab = await context.newPage()
    await start(tab, PROVIDERS[at] ?? 'Google')
    await foreignProvider(tab, demo).shown()
    tabs.push(tab)
  }
  const [oldest, ...five] = tabs
  let ended = 0
  for (const tab of five.reverse()) {
    await foreignProvider(tab, demo).choose(/Ada/)
    await expect(tab).toHaveURL(HOME)
    ended += 1
  }
  if (!oldest) throw new Error('No tab')
  const sent: string[] = []
  oldest.on('request', (request) => request.method() === 'POST' && /postlogin/.test(request.url()) && sent.push('x'))
  await context.clearCookies({ name: /^fe_refresh/ })
  await foreignProvider(oldest, demo).choose(/Ada/)
  await expect(oldest.getByRole('heading', { name: 'This sign-in has expired' })).toBeVisible()
  expect(sent).toEqual([])
  reach(
    12,
    '5 tabs in reverse order: 5 of 5; a 6th drops the oldest',
    `social: ${ended} of 5, the oldest dropped with a page`,
  )
})

test('an app around the page takes over the social login, after consent if it requires it', async ({ page }) => {
  await page.addInitScript(() => {
    const calls: string[] = []
    Object.assign(window, {
      bridged: calls,
      FronteggNativeBridgeFunctions: { loginWithSocialLogin: true, shouldPromptSocialLoginConsent: true },
      webkit: { messageHandlers: { FronteggNativeBridge: { postMessage: (text: string) => calls.push(text) } } },
    })
  })
  await start(page, 'Apple')
  await expect(page.getByText('Continue with Apple?')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Apple' }).first().click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'bridged').length)).toBe(1)
  const [text] = await page.evaluate<string[]>(() => Reflect.get(window, 'bridged'))
  const { action, payload } = JSON.parse(text ?? '{}')
  expect(action).toBe('loginWithSocialLogin')
  expect(new URL(payload).pathname).toContain('/sso/default/apple/prelogin')
})

const HOSTILE = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'javascript://%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.test/x',
  'file:///etc/passwd',
  'about:blank',
  '//evil.test/x',
  '///evil.test/x',
  '/\\evil.test/x',
  '\\\\evil.test/x',
  '/\t/evil.test',
  'http://evil.test/x',
  'https://user:pass@evil.test/',
  'https://evil.test:bad/',
  'gopher://evil.test',
  'feed:javascript:alert(1)',
  'http://[::1',
  '/\u0000x',
  '',
  '   ',
  'ftp://evil.test/x',
  'ws://evil.test',
  'view-source:https://evil.test',
  'intent://evil.test#Intent;end',
  'mailto:a@evil.test',
  'tel:123',
]

/** Each text in its original form and in capitals: 60 texts. */
const TEXTS = HOSTILE.flatMap((text) => [text, text.toUpperCase()])

/** Collects the scripts that ran in the page, as far as the test can detect them. */
const watchScripts = (page: Page) => {
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  return ran
}

const TEXT_GOAL = '60 texts per place: 0 script runs, refused ones give the generic message'

test('hostile URLs from the server run nothing and are not followed', async ({ page, box, demo }) => {
  test.setTimeout(600_000)
  const ran = watchScripts(page)
  const headers = { 'access-control-allow-origin': demo.origins.host, 'access-control-allow-credentials': 'true' }
  let text = ''
  await page.route('**/sso/v2', (route) => {
    const provider = { type: 'google', active: true, customised: false, redirectUrl: '', authorizationUrl: text }
    return route.fulfill({ json: [provider], headers })
  })
  await page.route('**/sso/prelogin', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { address: text, idpType: 'saml' }, headers })
      : route.continue(),
  )
  const texts = TEXTS.slice(0, scaled(TEXTS.length, 4))
  const left: string[] = []
  for (text of texts) {
    await page.goto('/account/login')
    await expect(box.element.getByRole('button', { name: 'Continue with Harbour ID' })).toBeVisible()
    const social = page.getByRole('button', { name: 'Continue with Google' })
    if (await social.isVisible()) {
      await social.click()
      await expect(page.getByText('This sign-in option is unavailable right now')).toBeVisible()
    }
    await box.enterEmail('ada@acme.test')
    await expect(box.password, `no single sign-on at ${JSON.stringify(text)}`).toBeVisible()
    const { origin } = new URL(page.url())
    if (origin !== demo.origins.host) left.push(origin)
  }
  expect(ran).toEqual([])
  expect(left).toEqual([])
  reach(
    19,
    TEXT_GOAL,
    `${texts.length} texts in 2 places (social, single sign-on): ${ran.length} script runs, ${left.length} departures`,
  )
})

test('a forced second factor is required after a social login', async ({ page, box, demo }) => {
  const { email } = await recruit(demo, 'gia@globex.test', 'Sol Forced')
  await start(page, 'Google')
  await foreignProvider(page, demo).enter(email, 'Sol Forced', true)
  await expect(box.title).toHaveText('Set up two-factor authentication')
  await box.button('Back to sign-in').click()
  await expect(box.email).toBeVisible()
})

test('hostile URLs in a 302 and behind an emailed link run nothing and are not followed', async ({
  page,
  box,
  demo,
}) => {
  test.setTimeout(600_000)
  const ran = watchScripts(page)
  const headers = { 'access-control-allow-origin': demo.origins.host, 'access-control-allow-credentials': 'true' }
  const hostile = (path: string, response: () => { status?: number; body?: string; json?: unknown }) =>
    page.route(`**${path}`, (route) =>
      route.request().method() === 'OPTIONS' ? route.continue() : route.fulfill({ headers, ...response() }),
    )
  let text = ''
  await hostile(login.login.path, () => ({ status: 302, body: text }))
  await hostile(`${activation.getActivationStrategy.path}?*`, () => ({ json: { shouldSetPassword: false } }))
  await hostile(activation.activateAccount.path, () => ({ json: { redirectLocation: text } }))
  const texts = TEXTS.slice(0, scaled(TEXTS.length, 4))
  const left: string[] = []
  const note = () => {
    const { origin } = new URL(page.url())
    if (origin !== demo.origins.host) left.push(origin)
  }
  for (text of texts) {
    await page.goto('/account/login')
    await box.enterEmail('ada@acme.test')
    await box.enterPassword('Whatever-1-is-typed')
    await expect(box.error.first(), `a 302 to ${JSON.stringify(text)}`).toBeVisible()
    note()
    await page.goto('/account/activate?userId=u-1&token=t-1')
    await expect(box.title).toHaveText(ACTIVATED)
    note()
  }
  expect(ran).toEqual([])
  expect(left).toEqual([])
  reach(
    19,
    TEXT_GOAL,
    `${texts.length} texts in 2 places (302, activation link): ${ran.length} script runs, ${left.length} departures`,
  )
})
