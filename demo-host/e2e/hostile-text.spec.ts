import type { Page } from '@playwright/test'
import {
  activationMail,
  alreadyMemberMail,
  codeMail,
  factorsRemovedMail,
  invitationMail,
  inviteLinkMail,
  magicLinkMail,
  passwordChangedMail,
  passwordResetMail,
} from '../../src/backend/domain/mail/mails.ts'
import type { Ports } from '../../src/backend/ports.ts'
import { pages } from '../../src/pages/index.ts'
import { TAB_IDS } from '../../src/pages/security/tab.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { reach, rotating, scaled } from './support/figures.ts'
import { PAYLOADS, withHostileTexts } from './support/hostile-text.ts'
import { pageDialogs } from './support/page-dialogs.ts'

/** Every page, and what one shows by its URL besides. */
const PAGES = [
  ...pages.map(({ slug }) => slug),
  'users?search=a&new',
  'roles?tab=matrix',
  ...TAB_IDS.map((id) => `security?tab=${id}`),
]
/** They open a part of a page that takes its texts from elsewhere. */
const OWN_DIALOGS = ['profile?password=', 'profile?add-phone=', 'privacy?app=', 'privacy?end-all=']
/** The set-up of a connection and a role take the place of the list. */
const IN_PAGE = ['sso?connection=', 'roles?new=', 'roles?role=', 'roles?copy=']
const ROUNDS = scaled(5)
/** A page whose every response passes through the test takes 1 to 4 s on a busy machine; each wait has its own limit. */
const LOAD_MS = 4_000
/** All loads of a test: at full scale there are about 300, so the sum counts, not a time of each round. */
const timeFor = (loads: number) => 60_000 + ROUNDS * loads * LOAD_MS
const AUTHENTICATION = /\/auth\/|\/oauth\/|token\/refresh|jwks/

const dealer = () => {
  let dealt = 0
  return { next: () => PAYLOADS[dealt++ % PAYLOADS.length] ?? '', count: () => dealt }
}

const watchViolations = async (page: Page): Promise<string[]> => {
  const violations: string[] = []
  await page.exposeFunction('feViolation', (text: string) => violations.push(text))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { feViolation(text: string): void }).feViolation(
        `${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      ),
    ),
  )
  return violations
}

/** Elements made of a payload, whether one ran, and how many payloads stand there as text. */
const seen = (page: Page) =>
  page.evaluate(() => {
    let elements = 0
    const texts = new Set<string>()
    const look = (root: Document | ShadowRoot) => {
      elements += root.querySelectorAll('[data-evil]').length
      for (const node of root.querySelectorAll('*')) if (node.shadowRoot) look(node.shadowRoot)
      for (const field of root.querySelectorAll('input, textarea')) note((field as HTMLInputElement).value)
      if (root instanceof ShadowRoot) note(root.textContent ?? '')
    }
    const note = (text: string) => {
      for (const [, id] of text.matchAll(/data-evil="(p\d+)"/g)) texts.add(id ?? '')
    }
    look(document)
    return { elements, ran: 'evil' in window, texts: [...texts] }
  })

const settledPage = async (portal: PortalModel) => {
  await expect(portal.element.getByRole('heading').first()).toBeVisible()
  await expect(portal.element.locator('[aria-busy="true"], .fe-skeleton')).toHaveCount(0)
}

const respondHostile = (page: Page, demo: DemoHost, next: () => string) =>
  page.route(`${demo.origins.api}/**`, async (route) => {
    const request = route.request()
    if (request.method() === 'OPTIONS' || AUTHENTICATION.test(request.url())) return route.fallback()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    await route.fulfill({ response, json: withHostileTexts(await response.json(), next) })
  })

const looker = (page: Page, violations: readonly string[]) => {
  const texts = new Set<string>()
  const look = async (state: string) => {
    const found = await seen(page)
    for (const id of found.texts) texts.add(id)
    expect.soft([found.elements, found.ran, violations], state).toEqual([0, false, []])
  }
  return { texts, look }
}

test('Names, emails and errors that are markup stay text on every page of the portal', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  test.setTimeout(timeFor(2 * PAGES.length))
  const { email } = await pageDialogs(demo, request)
  const violations = await watchViolations(page)
  const { next, count } = dealer()
  await respondHostile(page, demo, next)
  const { texts, look } = looker(page, violations)
  const lookAtAll = async (names: readonly string[]) => {
    for (const name of names) {
      await page.goto('about:blank')
      await page.goto(`/strict-csp#/admin-box/${name}`)
      await settledPage(portal)
      await look(name)
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await signedIn('ada@acme.test')
    await lookAtAll(rotating(PAGES, 3))
    // Billing is only in the one account, sub-accounts and connections only in the other.
    await signedIn(email)
    await lookAtAll(rotating(PAGES, 3))
  }
  await page.unrouteAll({ behavior: 'wait' })
  await page.route(/fe\/v1\/members\?/, (route) =>
    route.request().method() === 'OPTIONS'
      ? route.fallback()
      : route.fulfill({
          status: 400,
          json: { errors: [next(), next()] },
          headers: { 'access-control-allow-origin': demo.origins.host, 'access-control-allow-credentials': 'true' },
        }),
  )
  await page.goto('about:blank')
  await page.goto('/strict-csp#/admin-box/users')
  await expect(portal.button('Try again')).toBeVisible()
  await look('a refused list')
  reach(
    23,
    `portal: payloads in every text of ${PAGES.length} pages and an error: 0 script runs, 0 new elements, 0 violations`,
    `${count()} texts dealt from 300 payloads, ${texts.size} of them seen as text, ${violations.length} violations`,
  )
  expect(texts.size).toBeGreaterThan(scaled(300, 40) / 2)
})

test('Names that are markup stay text in the dialogs of the portal', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const { email, searches } = await pageDialogs(demo, request)
  const dialogs = [...searches, ...OWN_DIALOGS]
  const opened = rotating(dialogs, 6)
  test.setTimeout(timeFor(opened.length))
  const violations = await watchViolations(page)
  await signedIn(email)
  const { next, count } = dealer()
  await respondHostile(page, demo, next)
  const { texts, look } = looker(page, violations)
  const openDialogs = portal.element.locator('dialog[open] dialog[open]')
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const link of opened) {
      await page.goto('about:blank')
      await page.goto(`/strict-csp#/admin-box/${link}`)
      if (!IN_PAGE.some((start) => link.startsWith(start))) await expect(openDialogs.first(), link).toBeVisible()
      await settledPage(portal)
      await look(link)
    }
  }
  reach(
    23,
    `portal: payloads in every text of ${dialogs.length} dialogs: 0 script runs, 0 new elements, 0 violations`,
    `${count()} texts dealt from 300 payloads, ${texts.size} of them seen as text, ${violations.length} violations`,
  )
  expect(texts.size).toBeGreaterThan(20)
})

test('Names that are markup stay text in every email', async ({ page, demo }) => {
  const { store, ports: all } = demo.backend
  const ports = { store, clock: all.clock, config: { appUrl: demo.origins.host } } as unknown as Ports
  const payloads = PAYLOADS.slice(0, scaled(PAYLOADS.length))
  const mailsWith = async (name: string) => {
    const to = {
      userId: name,
      email: 'a@acme.test',
      name,
      token: name,
      tenantName: name,
      link: `${demo.origins.host}/?${name}`,
    }
    return Promise.all([
      activationMail(ports, to),
      invitationMail(ports, to, { tenantName: name, inviterName: name, isNew: true }),
      passwordResetMail(ports, to),
      passwordChangedMail(ports, to),
      codeMail(ports, to, name),
      magicLinkMail(ports, to, { token: name }),
      alreadyMemberMail(ports, to),
      factorsRemovedMail(ports, to),
      inviteLinkMail(to),
    ])
  }
  const mails = (await Promise.all(payloads.map(mailsWith))).flat()
  await page.goto('/')
  const found = await page.evaluate(
    (texts) =>
      texts.map((text) => {
        const { body, head, documentElement } = new DOMParser().parseFromString(text, 'text/html')
        const allowed = ['P', 'A']
        const others = [...body.querySelectorAll('*')].filter(({ tagName }) => !allowed.includes(tagName)).length
        const links = [...body.querySelectorAll('a')].filter(({ protocol }) => !/^https?:$/.test(protocol)).length
        const attributes = documentElement.querySelectorAll('[data-evil], [onload], [onerror]').length
        return others + links + attributes + head.children.length
      }),
    mails.map(({ html }) => html),
  )
  expect(found.filter((count) => count > 0)).toEqual([])
  expect(mails.filter(({ subject }) => /[\r\n\u2028]/.test(subject))).toEqual([])
  expect(mails.filter(({ html }) => html.includes('data-evil=')).length).toBeGreaterThan(mails.length / 2)
  reach(
    23,
    'mails: 300 payloads in names of users, accounts and links: 0 new elements, 0 odd links',
    `${mails.length} mails of ${payloads.length} payloads: ${found.filter((count) => count > 0).length} with anything but text`,
  )
})
