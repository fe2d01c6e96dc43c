import type { Page } from '@playwright/test'
import type { InitOptions } from '../../src/index.ts'
import { CLIENT_ID } from '../../src/testing/setup-fault.ts'
import { version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { CORE, holdCore, waitForTakeOver } from './support/held-core.ts'
import { differenceOf } from './support/pictures.ts'

/** Notes the events by which a host notices that a field was left. */
const watchEvents = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    for (const type of ['blur', 'change', 'focusout'])
      document.addEventListener(type, () => seen.push(type), { capture: true })
  })
const seenEvents = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen)

for (const path of ['/script-tag', '/account/login', '/esm']) {
  test(`On ${path} users can type before the modules have loaded, and React takes over the field unnoticed`, async ({
    page,
    box,
  }) => {
    const release = await holdCore(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(box.email).toBeEditable()
    const field = await box.email.elementHandle()
    await box.email.pressSequentially('ada@acme')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await watchEvents(page)
    release()
    await waitForTakeOver(page)
    await page.keyboard.type('X')
    expect(await field?.evaluate((input) => input.isConnected)).toBe(true)
    await expect(box.email).toHaveValue('ada@acXme')
    expect(await page.locator('input[name=email]').count()).toBe(1)
    expect(await seenEvents(page)).toEqual([])
    await page.keyboard.press('Control+Z')
    await expect(box.email).toHaveValue('ada@acme')
  })
}

for (const path of ['/script-tag', '/esm'])
  test(`On ${path} Enter before the modules have loaded makes the button busy, and the form is sent once`, async ({
    page,
    box,
  }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('sso/prelogin')) requests.push(request.url())
    })
    const release = await holdCore(page)
    await page.goto(path, { waitUntil: 'commit' })
    await box.email.fill('ada@acme.test')
    await box.email.press('Enter')
    await expect(box.button('Continue')).toHaveAttribute('data-busy', 'true')
    await box.email.press('Enter')
    release()
    await expect(box.password).toBeVisible()
    expect(requests).toHaveLength(1)
  })

for (const path of ['/script-tag', '/esm'])
  test(`On ${path} the form says if the modules can’t be loaded, keeps the email, and continues after “Try again”`, async ({
    page,
    box,
  }) => {
    await page.route(CORE, (route) => route.abort())
    await page.goto(path, { waitUntil: 'commit' })
    await box.email.fill('ada@acme.test')
    await box.email.press('Enter')
    await expect(box.element.getByText('Check your connection and try again')).toBeVisible({ timeout: 30_000 })
    await expect(box.email).toHaveValue('ada@acme.test')
    await page.unroute(CORE)
    await box.button('Try again').click()
    await expect(box.password).toBeVisible()
  })

interface State {
  name: string
  options?: Partial<InitOptions>
  local?: Record<string, string>
  vendor?: object
  lang?: string
}

const HEBREW = { titleWithoutName: 'כניסה', subtitle: 'ברוך שובך', emailInputLabel: 'דוא״ל', continue: 'המשך' }

const STATES: readonly State[] = [
  { name: 'a first visit' },
  { name: 'a visit after a sign-in by email', local: { 'fe-last-used': 'email', 'fe-ways-height': '180' } },
  { name: 'a device without other sign-in methods', local: { 'fe-ways-height': '0' } },
  { name: 'the dark appearance', local: { 'fe-preferences': '{"scheme":"dark"}' } },
  {
    name: 'a text direction from right to left',
    options: { language: 'he', localizations: { he: { loginBox: { login: HEBREW } } } },
  },
  {
    name: 'a name in a text from right to left',
    vendor: { name: 'Acme (2)' },
    options: {
      language: 'he',
      localizations: { he: { loginBox: { login: { ...HEBREW, title: '{{name}} כניסה אל' } } } },
    },
  },
  {
    name: 'the language of the page',
    lang: 'he-IL',
    options: { localizations: { he: { loginBox: { login: HEBREW } } } },
  },
  {
    name: 'texts of the host',
    options: {
      localizations: { en: { loginBox: { login: { titleWithoutName: 'A well-known door', continue: 'Next' } } } },
    },
  },
  { name: 'a known vendor', vendor: { name: 'Øre & Sons of the longest name' } },
]

const ENTRIES = ['script tag', 'ES module'] as const
type Entry = (typeof ENTRIES)[number]

const scriptsOf = (entry: Entry, cdn: string, options: string): string =>
  entry === 'ES module'
    ? `<script type="module">import { init } from '${cdn}/${version}/fe.esm.js'; init(${options}); window.isStarted = true</script>`
    : `<script src="${cdn}/${version}/fe.umd.js" crossorigin="anonymous"></script><script>fe.init(${options}); window.isStarted = true</script>`

/** Opens a page of a host with a login box in this state. */
const openState = async (
  page: Page,
  { origins }: DemoHost,
  { options, local = {}, vendor, lang = 'en' }: State,
  entry: Entry,
) => {
  const url = `${origins.host}/own-page`
  const given = { contextOptions: { baseUrl: origins.api, clientId: CLIENT_ID }, ...options }
  const body = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><title>Own page</title>
</head>
<body><fe-login-box></fe-login-box>${scriptsOf(entry, origins.cdn, JSON.stringify(given))}</body></html>`
  await page.context().grantPermissions(['local-network-access'])
  await page.addInitScript(
    ([values, kept, key]) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
      if (kept) sessionStorage.setItem(key, JSON.stringify({ vendor: kept }))
    },
    [local, vendor, `fe-first-screen|${origins.api}|${CLIENT_ID}`] as const,
  )
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  // Requests get no response, because no response changes what React renders first.
  await page.route(`${origins.api}/**`, () => undefined)
  await page.goto(url, { waitUntil: 'commit' })
}

/** Returns both trees of the element as text. Generated ids differ. */
const treesOf = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('fe-login-box')
    const write = (node: Node): string => {
      if (node instanceof Text) return node.data
      if (!(node instanceof Element)) return ''
      const attributes = [...node.attributes]
        .map(({ name, value }) => `${name}=${value.replace(/fe-(first-\w+|\w+?_r_\w+?_)/g, 'ID')}`)
        .filter((text) => !/^(value=|data-ways|style=$)/.test(text))
        .sort()
      return `<${node.localName} ${attributes.join(' ')}>${[...node.childNodes].map(write).join('')}</>`
    }
    return [...(box?.shadowRoot?.childNodes ?? []), ...(box ? [box] : [])].map(write)
  })

for (const entry of ENTRIES)
  for (const state of STATES) {
    test(`What the ${entry} paints on ${state.name} is what React renders first`, async ({ page, demo }) => {
      const release = await holdCore(page)
      await openState(page, demo, state, entry)
      await expect(page.locator('input[name=email]')).toBeEditable()
      const painted = await treesOf(page)
      const before = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      release()
      await waitForTakeOver(page)
      expect(await treesOf(page)).toEqual(painted)
      const after = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      expect(differenceOf(before, after)).toBe(0)
    })
  }

const UNPAINTED: readonly (State & { path?: string })[] = [
  { name: 'a user was signed in', local: { userId: 'u1' } },
  { name: 'the host has a theme', options: { themeOptions: { palette: { primary: { main: '#0a7' } } } } },
  { name: 'sign-in is hosted', options: { hostedLoginBox: true } },
  { name: 'preview needs no API', options: { previewMode: true } },
  { name: 'the host has a login box of its own', options: { customLoginBox: true } },
  { name: 'the vendor has a logo', vendor: { name: 'Acme', logo: 'data:image/png;base64,AA' } },
]

for (const entry of ENTRIES)
  for (const state of UNPAINTED) {
    test(`The ${entry} paints nothing if ${state.name}`, async ({ page, demo }) => {
      await holdCore(page)
      await openState(page, demo, state, entry)
      await page.waitForFunction(() => 'isStarted' in window)
      expect(await page.evaluate(() => document.querySelector('fe-login-box')?.childElementCount)).toBe(0)
    })
  }

/** Opens an empty page of a host whose ES module is at `module`, with the core held back. */
const openEmpty = async (page: Page, { origins }: DemoHost, path = '/own-page') => {
  const url = origins.host + path
  const body = '<!doctype html><html lang="en"><head><title>Own page</title></head><body></body></html>'
  await page.context().grantPermissions(['local-network-access'])
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(url)
  return {
    module: `${origins.cdn}/${version}/fe.esm.js`,
    options: { contextOptions: { baseUrl: origins.api, clientId: CLIENT_ID } },
  }
}

test('The handle of init works before the core has loaded, and refuses wrong options at once', async ({
  page,
  demo,
}) => {
  const release = await holdCore(page)
  const { module, options } = await openEmpty(page, demo)
  const early = await page.evaluate(
    async ([url, given]) => {
      const fe = await import(url)
      const faultOf = (task: () => unknown) => {
        try {
          task()
          return undefined
        } catch (error) {
          return (error as Error).name
        }
      }
      const app = fe.init(given, 'My App')
      const seen: boolean[] = []
      app.subscribe(({ isLoading }: { isLoading: boolean }) => seen.push(isLoading))
      Object.assign(window, { app, seen, init: fe.init })
      const wrong = { contextOptions: { baseUrl: 1 } }
      return [
        app.name,
        app.getState().isLoading,
        fe.init(given, 'my-app') === app,
        app.isSteppedUp(),
        faultOf(() => fe.init(wrong, 'other')),
        faultOf(() => app.getFeatureEntitlements('sso')),
        document.querySelectorAll('fe-login-box').length,
      ]
    },
    [module, options] as const,
  )
  expect(early).toEqual(['myapp', true, true, false, 'OptionsError', 'OptionsError', 0])
  release()
  const later = await page.evaluate(async () => {
    const own = window as unknown as { app: { ready(): Promise<void>; getState(): object }; seen: boolean[] }
    await own.app.ready()
    return [own.app.getState(), own.seen.at(-1)]
  })
  expect(later).toEqual([expect.objectContaining({ isLoading: false, isAuthenticated: false }), false])
})

test('Two calls of init by the script tag paint one box', async ({ page, demo, box }) => {
  const release = await holdCore(page)
  const { module, options } = await openEmpty(page, demo, '/account/login')
  await page.addScriptTag({ url: module.replace('fe.esm.js', 'fe.umd.js') })
  await page.evaluate((given) => {
    const { fe } = window as unknown as { fe: typeof import('../../src/index.ts') }
    for (const each of [given, given]) fe.init(each)
  }, options)
  await expect(box.email).toHaveCount(1)
  release()
  await waitForTakeOver(page)
  await expect(box.email).toHaveCount(1)
})

test('An app that is unmounted before the core has loaded leaves nothing behind, and can be started again', async ({
  page,
  demo,
  box,
}) => {
  const release = await holdCore(page)
  const { module, options } = await openEmpty(page, demo)
  const left = await page.evaluate(
    async ([url, given]) => {
      const { init } = await import(url)
      const element = document.createElement('fe-login-box')
      document.body.append(element)
      const app = init(given)
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const painted = element.childElementCount
      app.unmount()
      const after = [element.childElementCount, document.adoptedStyleSheets.length, document.body.className]
      init(given)
      return [painted, ...after]
    },
    [module, options] as const,
  )
  expect(left).toEqual([1, 0, 0, ''])
  release()
  await expect(box.email).toBeEditable()
  expect(await page.locator('input[name=email]').count()).toBe(1)
})

for (const entry of ENTRIES) {
  test(`A host that subscribed before a failed load of the ${entry} gets the session after “Try again”`, async ({
    page,
    demo,
    box,
  }) => {
    await page.route(CORE, (route) => route.abort())
    const { module, options } = await openEmpty(page, demo)
    if (entry === 'script tag') await page.addScriptTag({ url: module.replace('fe.esm.js', 'fe.umd.js') })
    await page.evaluate(
      async ([url, given]) => {
        const { init } = 'fe' in window ? (window.fe as typeof import('../../src/index.ts')) : await import(url)
        document.body.append(document.createElement('fe-login-box'))
        const states: boolean[] = []
        init(given).subscribe(({ isLoading }: { isLoading: boolean }) => states.push(isLoading))
        Object.assign(window, { states })
      },
      [module, options] as const,
    )
    await expect(box.element.getByText('Check your connection and try again')).toBeVisible({ timeout: 30_000 })
    await page.unroute(CORE)
    await box.button('Try again').click()
    await expect.poll(() => page.evaluate(() => (window as unknown as { states: boolean[] }).states.at(-1))).toBe(false)
  })
}

for (const entry of ENTRIES) {
  test(`The ${entry} paints the boxes of two apps, and both keep what was typed`, async ({ page, demo }) => {
    const release = await holdCore(page)
    const { origins } = demo
    const given = JSON.stringify({ contextOptions: { baseUrl: origins.api, clientId: CLIENT_ID } })
    const start = `init(${given}, 'one'); init(${given}, 'two')`
    const scripts =
      entry === 'ES module'
        ? `<script type="module">import { init } from '${origins.cdn}/${version}/fe.esm.js'; ${start}</script>`
        : `<script src="${origins.cdn}/${version}/fe.umd.js" crossorigin="anonymous"></script><script>{ const { init } = fe; ${start} }</script>`
    const body = `<!doctype html><html lang="en"><head><title>Own page</title></head>
<body><fe-login-box app="one"></fe-login-box><fe-login-box app="two"></fe-login-box>${scripts}</body></html>`
    await page.context().grantPermissions(['local-network-access'])
    const url = `${origins.host}/own-page`
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(url, { waitUntil: 'commit' })
    const fields = page.locator('input[name=email]')
    await fields.nth(0).fill('ada@acme.test')
    await fields.nth(1).fill('bo@acme.test')
    expect(await fields.evaluateAll((inputs) => new Set(inputs.map(({ id }) => id)).size)).toBe(2)
    release()
    await waitForTakeOver(page)
    await expect(fields).toHaveCount(2)
    await expect(fields.nth(0)).toHaveValue('ada@acme.test')
    await expect(fields.nth(1)).toHaveValue('bo@acme.test')
    await expect(fields.nth(1)).toBeFocused()
  })
}

/** Opens a login page of a host that starts Front Entry and then runs this code. */
const openRoute = async (page: Page, { origins }: DemoHost, entry: Entry, after = '') => {
  const url = `${origins.host}/account/login`
  const options = JSON.stringify({ contextOptions: { baseUrl: origins.api, clientId: CLIENT_ID } })
  const body = `<!doctype html><html lang="en"><head><title>Own page</title></head>
<body>${scriptsOf(entry, origins.cdn, options).replace('window.isStarted = true', after)}</body></html>`
  await page.context().grantPermissions(['local-network-access'])
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(url, { waitUntil: 'commit' })
}

const PLACE = `document.body.append(Object.assign(document.createElement('fe-login-box'), { id: 'own' }))`

for (const entry of ENTRIES) {
  test(`A login box that the page places later continues with what was typed into the one that the ${entry} painted`, async ({
    page,
    demo,
    box,
  }) => {
    const release = await holdCore(page)
    await openRoute(page, demo, entry)
    await box.email.fill('ada@acme.test')
    await box.email.press('Enter')
    await page.evaluate(PLACE)
    await expect(page.locator('#own input[name=email]')).toHaveValue('ada@acme.test')
    await expect(page.locator('#own input[name=email]')).toBeFocused()
    await expect(box.element).toHaveCount(1)
    await expect(box.button('Continue')).toHaveAttribute('data-busy', 'true')
    release()
    await expect(box.password).toBeFocused()
    await expect(page.locator('#own')).toHaveCount(1)
  })

  test(`The ${entry} adds no box if the page places its own in the same task`, async ({ page, demo, box }) => {
    await holdCore(page)
    await openRoute(page, demo, entry, PLACE)
    await expect(box.email).toBeEditable()
    await expect(box.element).toHaveCount(1)
    await expect(box.element).toHaveAttribute('id', 'own')
  })
}
