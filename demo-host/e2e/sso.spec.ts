import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'
import { expectAccessible, LOOKS } from './support/axe.ts'
import { reach, sampled } from './support/figures.ts'
import { forgetSession } from './support/settled.ts'

const HOME = /\/script-tag\/home$/
const CALLBACK = '/account/oidc/callback'

const pendingOf = (page: Page) => page.evaluate(() => localStorage.getItem('fe-pending-flows'))

/** Stops the page's timers until the test advances them, so that short notices can be read. */
const holdClock = async (page: Page) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
}

/** Records the paths of calls that would exchange a code or response. */
const watchExchanges = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /postlogin|oauth\/token/.test(request.url())) sent.push(request.url())
  })
  return sent
}

test('Sue signs in through the company provider by OpenID Connect and lands on the requested page', {
  tag: '@smoke',
}, async ({ page, box, demo }) => {
  const idp = foreignProvider(page, demo)
  await page.goto(`/account/login?redirectUrl=${encodeURIComponent('/script-tag/home?report=7')}`)
  let letGo = () => {}
  let leftAt = 0
  const isRead = new Promise<void>((resolve) => {
    letGo = resolve
  })
  // The next page waits until the notice was checked.
  await page.route(`${demo.origins.idp}/**`, async (route) => {
    leftAt ||= Date.now()
    await isRead
    await route.continue()
  })
  const begun = Date.now()
  await box.enterEmail('sue@sso.test')
  await expect(box.title).toHaveText('Redirecting to your company’s sign-in page')
  await expectAccessible(page, 'redirect to single sign-on', LOOKS.slice(0, 1))
  letGo()
  await idp.shown()
  expect(leftAt - begun, 'the notice stays for 2 s').toBeGreaterThan(1800)
  await idp.choose(/Sue/)
  await expect(page).toHaveURL(/\/script-tag\/home\?report=7$/)
  await expect(page.locator('#who')).toContainText('sue@sso.test')
  expect(await pendingOf(page)).toBeNull()

  await page.goto(CALLBACK)
  await expect(page, 'a callback that is opened again redirects').toHaveURL(HOME)
})

test('Sal signs in through the company provider by SAML, even when the sign-in begins there', {
  tag: '@smoke',
}, async ({ page, box, demo }) => {
  const idp = foreignProvider(page, demo)
  await page.goto('/account/login')
  await box.enterEmail('sal@saml.test')
  await idp.choose(/Sal/)
  await expect(page).toHaveURL(HOME)
  await expect(page.locator('#who')).toContainText('sal@saml.test')

  await forgetSession(page)
  await page.goto(demo.origins.idp)
  await page.getByRole('link', { name: /SAML/ }).click()
  await idp.choose(/Kim/)
  await expect(page).toHaveURL(HOME)
  await expect(page.locator('#who')).toContainText('kim@saml.test')
})

test('a sign-in that the provider starts asks Kim before it signs in Sal', async ({ page, box, demo }) => {
  const idp = foreignProvider(page, demo)
  const startAtProvider = async (who: RegExp) => {
    await page.goto(demo.origins.idp)
    await page.getByRole('link', { name: /SAML/ }).click()
    await idp.choose(who)
  }
  await startAtProvider(/Kim/)
  await expect(page).toHaveURL(HOME)

  await startAtProvider(/Sal/)
  await expect(box.title).toHaveText('Switch accounts?')
  await expect(page.getByText('You’re signed in as kim@saml.test')).toBeVisible()
  await expectAccessible(page, 'change of accounts', LOOKS.slice(0, 1))
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page).toHaveURL(HOME)
  await expect(page.locator('#who')).toContainText('kim@saml.test')

  await startAtProvider(/Sal/)
  await page.getByRole('button', { name: 'Switch to the other account' }).click()
  await expect(page).toHaveURL(HOME)
  await expect(page.locator('#who')).toContainText('sal@saml.test')
})

test('the provider starts a normal sign-in by OpenID Connect', async ({ page, demo }) => {
  const idp = foreignProvider(page, demo)
  await page.goto(demo.origins.idp)
  await page.getByRole('link', { name: /OpenID Connect/ }).click()
  await expect(page).toHaveURL(/account\/login\?iss=/)
  await idp.choose(/Sue/)
  await expect(page).toHaveURL(HOME)
})

test('a sign-in that a foreign provider tries to start does not begin', async ({ page, box }) => {
  const left: string[] = []
  page.on('framenavigated', (frame) => left.push(new URL(frame.url()).origin))
  await page.goto('/account/login?iss=https%3A%2F%2Fevil.test&login_hint=sue%40sso.test')
  await expect(box.email).toBeVisible()
  await expect(box.email).toBeEditable()
  expect(new Set(left).size).toBe(1)
})

test('Sue cancels on the way, and can sign in afterwards', async ({ page, box, demo }) => {
  const idp = foreignProvider(page, demo)
  await page.goto('/account/login')
  await holdClock(page)
  await box.enterEmail('sue@sso.test')
  await box.button('Cancel').click()
  await expect(box.email).toHaveValue('sue@sso.test')

  await page.clock.resume()
  await box.email.press('Enter')
  await idp.cancel()
  await expect(box.title).toHaveText('Your identity provider declined the sign-in')
  expect(new URL(page.url()).search).toBe('')
  await expectAccessible(page, 'refused by the provider')
  await page.reload()
  await expect(box.title).toHaveText('This sign-in has expired')
  await box.link('Back to sign-in').click()
  await box.enterEmail('sue@sso.test')
  await idp.choose(/Sue/)
  await expect(page).toHaveURL(HOME)
})

for (const [kind, email, newUser, path] of [
  ['OpenID Connect', 'sue@sso.test', /Sue/, '**/oidc/postlogin'],
  ['SAML', 'sal@saml.test', /Sal/, '**/saml/postlogin'],
] as const) {
  test(`a refused post-login of ${kind} shows an error and continues after 1 s`, async ({ page, box, demo }) => {
    const idp = foreignProvider(page, demo)
    const errors = ['Single sign-on is turned off for this account']
    const headers = { 'access-control-allow-origin': demo.origins.host, 'access-control-allow-credentials': 'true' }
    await page.route(path, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { errors }, headers })
        : route.continue(),
    )
    await page.goto('/account/login')
    await box.enterEmail(email)
    await idp.shown()
    await holdClock(page)
    await idp.choose(newUser)
    await expect(box.title).toHaveText('We couldn’t sign you in')
    await expect(box.element.getByText(errors[0] ?? '')).toBeVisible()
    await expect(box.link('Back to sign-in')).toBeVisible()
    await page.clock.runFor(900)
    await expect(box.title).toHaveText('We couldn’t sign you in')
    await page.clock.resume()
    await expect(page).toHaveURL(HOME)
  })
}

test('a forced second factor is required after single sign-on', async ({ page, box, demo }) => {
  const { policies, users } = demo.backend.store
  const sue = await users.find({ email: 'sue@sso.test' })
  const value = JSON.stringify({ enforceMFAType: 'Force' })
  await policies.insert({ id: 'p-sso', tenantId: sue?.tenantId ?? '', kind: 'mfa', value, createdAt: 0, updatedAt: 0 })
  try {
    const idp = foreignProvider(page, demo)
    await page.goto('/account/login')
    await box.enterEmail('sue@sso.test')
    await idp.choose(/Sue/)
    await expect(box.title).toHaveText('Set up two-factor authentication')
    await expect(page).toHaveURL(new RegExp(`${CALLBACK}$`))
  } finally {
    await policies.delete({ id: 'p-sso' })
  }
})

test('an app around the page takes over single sign-on', async ({ page, box }) => {
  await page.addInitScript(() => {
    const calls: string[] = []
    Object.assign(window, {
      bridged: calls,
      FronteggNativeBridgeFunctions: { loginWithSSO: true },
      FronteggNativeBridge: { loginWithSSO: (email: string) => calls.push(email) },
    })
  })
  await page.goto('/account/login')
  await box.enterEmail('sue@sso.test')
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'bridged'))).toEqual(['sue@sso.test'])
  await expect(box.email).toBeEditable()
})

const FORMS = [
  '',
  '?code=c',
  '?state=s',
  '?code=c&state=unknown',
  '?code=c&state=constructor',
  '?code=c&state=__proto__',
  '?code=c&state=toString',
  '?code=c&state=',
  '?code=&state=s',
  '?code=a&code=b&state=s',
  '?code=c&state=s&state=t',
  '?code=c&state=s&error=access_denied',
  '?error=access_denied&state=s',
  '?error=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
  '#code=c&state=s',
  '?code=c&state=s&iss=https://evil.test',
  '?code[]=c&state[]=s',
  `?code=${'c'.repeat(3000)}&state=s`,
  '?RelayState=s',
  '?SAMLResponse=&RelayState=s',
]

test('callbacks of sign-ins that this browser did not start exchange nothing and offer a way back', async ({
  page,
  box,
}) => {
  const sent = watchExchanges(page)
  const forms = sampled(FORMS, 4)
  const dead: string[] = []
  for (const route of [CALLBACK, '/account/social/success']) {
    for (const form of forms) {
      await page.goto(route + form)
      await expect(box.link('Back to sign-in'), form).toBeVisible()
      if (/[?#]/.test(new URL(page.url()).search)) dead.push(page.url())
    }
  }
  expect(dead, 'nothing of them stays in the URL').toEqual([])
  expect(sent).toEqual([])
  reach(
    13,
    '20 callback forms: 0 token requests, page with a way back',
    `${forms.length} forms on 2 routes, ${sent.length} token requests`,
  )
})

test('a response is used once: a replayed callback exchanges nothing', async ({ page, box, demo }) => {
  const idp = foreignProvider(page, demo)
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes(`${CALLBACK}?`)) seen.push(request.url())
  })
  await page.goto('/account/login')
  await box.enterEmail('sue@sso.test')
  await idp.choose(/Sue/)
  await expect(page).toHaveURL(HOME)
  await forgetSession(page)
  const sent = watchExchanges(page)
  await page.goto(seen[0] ?? '')
  await expect(box.title).toHaveText('This sign-in has expired')
  expect(sent).toEqual([])
})
