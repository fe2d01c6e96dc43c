import type { LoginDirectAction } from '../../src/feature/ports.ts'
import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'
import { loginBox } from './models/login-box.ts'
import { recruit } from './sample-users.ts'
import { type AppWindow, startApp } from './support/app-page.ts'
import { expectAccessible } from './support/axe.ts'
import { countRequests } from './support/counters.ts'
import { patientClock } from './support/patient-clock.ts'
import { totp } from './support/totp.ts'

/** Secret of Mia's authenticator app in the sample data. */
const MIA_SECRET = 'JBSWY3DPEHPK3PXP'

test.describe('signing in by redirect', () => {
  test('opens the API’s own page and returns, and the session survives a reload', { tag: '@smoke' }, async ({
    page,
    demo,
    box,
  }) => {
    await page.goto('/hosted')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(new RegExp(`^${demo.origins.api}/oauth/account/login`))
    await box.signIn('ada@acme.test')
    await expect(page).toHaveURL(/\/hosted\/home$/)
    await expect(page.locator('#who')).toHaveText('Signed in as ada@acme.test')
    await page.reload()
    await expect(page.locator('#who')).toHaveText('Signed in as ada@acme.test')
  })

  test('the URL requests S256, state and nonce, and the code is removed from it at once', async ({
    page,
    demo,
    box,
  }) => {
    const asked: URL[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/oauth/authorize')) asked.push(url)
    })
    await page.goto('/hosted')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await box.signIn('ada@acme.test')
    // The page of the callback also shows the user before it continues.
    await expect(page).toHaveURL(/\/hosted\/home$/)
    await expect(page.locator('#who')).toHaveText('Signed in as ada@acme.test')
    const query = Object.fromEntries(asked[0]?.searchParams ?? [])
    expect(query).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${demo.origins.host}/oauth/callback`,
    })
    for (const name of ['state', 'nonce']) expect(query[name]).toMatch(/^[\w-]{32}$/)
    expect(query.code_challenge).toMatch(/^[\w-]{43}$/)
    expect(new URL(page.url()).search).toBe('')
    const left = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(left).not.toContain('verifier')
  })

  test('a second sign-in in the same browser requires no input', async ({ page, signedIn, demo }) => {
    const asked = await countRequests(demo, '/oauth/authorize')
    await signedIn('ada@acme.test')
    await page.goto('/hosted/login?redirectUrl=/hosted/home')
    await expect(page).toHaveURL(/\/hosted\/home$/)
    await expect(page.locator('#who')).toHaveText('Signed in as ada@acme.test')
    expect(await asked()).toBe(0)
  })

  test('signing out ends the session at the API and returns to the application', async ({ page, signedIn, demo }) => {
    await signedIn('ada@acme.test')
    await page.goto('/hosted/home')
    const signOuts = await countRequests(demo, '/oauth/logout')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/hosted$/)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    // A page that signed out again would end a session that has since begun elsewhere.
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('logout')))).toEqual([])
    expect(await signOuts()).toBe(1)
    const cookies = await page.context().cookies(demo.origins.api)
    expect(cookies.filter(({ name }) => name.startsWith('fe_refresh'))).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/oauth\/account\/login/)
  })

  test('the logout route signs out as well', async ({ page, signedIn }) => {
    await signedIn('ada@acme.test')
    await page.goto('/hosted/logout')
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/hosted')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  test('a session of the application is refreshed by its own refresh token', async ({ page, signedIn, demo }) => {
    await signedIn('ada@acme.test')
    await page.goto('/hosted/home')
    await expect(page.locator('#who')).toHaveText('Signed in as ada@acme.test')
    const refreshes = await countRequests(demo, '/oauth/token')
    const clock = await patientClock(page)
    await page.reload()
    await expect(page.locator('#who')).toHaveText('Signed in as ada@acme.test')
    await clock.skip(300_000)
    await expect.poll(refreshes).toBeGreaterThan(0)
    await expect(page.locator('#who')).toHaveText('Signed in as ada@acme.test')
  })

  test('tabs that sign in and out notify each other', async ({ page, context, signedIn }) => {
    await signedIn('ada@acme.test')
    await page.goto('/hosted/home')
    const other = await context.newPage()
    await other.goto('/hosted/home')
    await expect(other.locator('#who')).toHaveText('Signed in as ada@acme.test')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  test('a canceled sign-in ends on a page with a link back', async ({ page, demo, box }) => {
    await page.goto('/hosted')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/oauth\/account\/login/)
    const state = new URL(new URL(page.url()).searchParams.get('redirectUrl') ?? '', page.url()).searchParams.get(
      'state',
    )
    await page.goto(`/oauth/callback?error=access_denied&state=${state}&iss=${demo.origins.api}`)
    await expect(box.title).toHaveText('You’re not signed in')
    await expect(box.element).toContainText('canceled')
    await expectAccessible(page, 'the end of a canceled sign-in')
    await box.button('Sign in again').click()
    await expect(page).toHaveURL(/\/oauth\/account\/login/)
  })

  test('the API’s login page works under its strict policy', async ({ page, demo }) => {
    const violations: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML/.test(message.text())) violations.push(message.text())
    })
    await page.goto('/hosted')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const box = loginBox(page)
    await expect(box.email).toBeVisible()
    await expectAccessible(page, 'the login page of the API')
    await box.signIn('mel@acme.test')
    await expect(page.locator('#who')).toHaveText('Signed in as mel@acme.test')
    expect(violations).toEqual([])
    expect(page.url().startsWith(demo.origins.host)).toBe(true)
  })

  const direct: [string, LoginDirectAction, RegExp, string][] = [
    ['a provider', { type: 'social-login', data: 'github' }, /Ada/, 'ada@acme.test'],
    ['a user’s single sign-on', { type: 'direct', data: 'sue@sso.test' }, /Sue/, 'sue@sso.test'],
  ]
  for (const [what, loginDirectAction, choice, email] of direct) {
    test(`a sign-in that was started for ${what} shows no login page in between`, async ({ page, demo }) => {
      await page.goto('/hosted')
      await startApp(page, demo, { authOptions: { hostedLoginBox: true } })
      await page.evaluate((wish) => void (window as unknown as AppWindow).apps.default?.loginWithRedirect(wish), {
        loginDirectAction,
        redirectUrl: '/hosted/home',
      })
      await foreignProvider(page, demo).choose(choice)
      await expect(page).toHaveURL(/\/hosted\/home$/)
      await expect(page.locator('#who')).toHaveText(`Signed in as ${email}`)
    })
  }

  test('a link that would redirect elsewhere at once opens the login page', async ({ page, demo, box }) => {
    const left: string[] = []
    page.on('request', (request) => left.push(new URL(request.url()).hostname))
    for (const data of ['https://evil.test/', 'javascript:alert(1)', '//evil.test']) {
      const action = Buffer.from(JSON.stringify({ type: 'direct', data })).toString('base64')
      await page.goto(`${demo.origins.api}/oauth/account/login?login_direct_action=${encodeURIComponent(action)}`)
      await expect(box.element.getByRole('button', { name: /Continue with GitHub/ })).toBeVisible()
    }
    expect(left.filter((host) => host !== 'localhost')).toEqual([])
  })

  test('a sign-out identifies its session outside of the URL, and needs no confirmation', async ({
    page,
    demo,
    signedIn,
  }) => {
    const posted: string[] = []
    const urls: string[] = []
    page.on('request', (request) => {
      urls.push(request.url())
      if (request.method() === 'POST' && request.url().endsWith('/oauth/logout')) posted.push(request.postData() ?? '')
    })
    await signedIn('ada@acme.test')
    await page.goto('/hosted/home')
    await expect(page.locator('#who')).toHaveText('Signed in as ada@acme.test')
    // Simulates another site: the script's own call does not reach the session.
    await page.route('**/oauth/logout?*', (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/hosted$/)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    const hint = new URLSearchParams(posted[0]).get('id_token_hint') ?? ''
    expect(hint.split('.')).toHaveLength(3)
    expect(urls.filter((url) => url.includes(hint))).toEqual([])
    const cookies = await page.context().cookies(demo.origins.api)
    expect(cookies.filter(({ name }) => name.startsWith('fe_refresh'))).toEqual([])
  })

  test('a page that embeds the API’s login page gets no content', async ({ page, demo }) => {
    await page.goto('/hosted')
    await page.setContent(`<iframe src="${demo.origins.api}/oauth/account/login" title="framed"></iframe>`)
    await expect(page.frameLocator('iframe').locator('fe-login-box')).toHaveCount(0)
  })

  test('step-up requests a second factor at the provider and returns with a stronger session', async ({
    page,
    demo,
    signedIn,
  }) => {
    const { users, members, factors } = demo.backend.store
    const newUser = await recruit(demo, 'pia@acme.test', 'Zoe Ames')
    await signedIn(newUser.email)
    const mia = await users.find({ email: 'mia@acme.test' })
    const factor = await factors.find({ userId: mia?.id ?? '', kind: 'totp' })
    if (!factor) throw new Error('Mia has an authenticator app')
    await factors.insert({
      ...factor,
      id: `${factor.id}-2`,
      userId: newUser.id,
      counter: 0,
      value: JSON.stringify({ secret: MIA_SECRET }),
    })
    await users.update({ id: newUser.id }, { mfaEnrolled: true })
    await members.update({ userId: newUser.id }, { mfaEnrolled: true, factor: 'app' })
    const authOptions = { hostedLoginBox: true, hostedLoginOptions: { loadUserOnFirstLoad: true } }
    const ask = (name: 'isSteppedUp' | 'stepUp') =>
      page.evaluate((method) => (window as unknown as AppWindow).apps.default?.[method]({ maxAge: 600 }), name)

    await page.goto('/?report=7')
    await startApp(page, demo, { authOptions })
    expect(await ask('isSteppedUp')).toBe(false)
    await ask('stepUp')
    await page.waitForURL(/\/oauth\/account\/step-up/)
    await page
      .locator('fe-login-box')
      .getByLabel('6-digit code')
      .fill(await totp(MIA_SECRET))
    await page.waitForURL(`${demo.origins.host}/?report=7`)
    await startApp(page, demo, { authOptions })
    expect(await ask('isSteppedUp')).toBe(true)
  })
})
