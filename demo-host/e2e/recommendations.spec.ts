import type { APIRequestContext, Page } from '@playwright/test'
import { policies } from '../../src/contract/policies.ts'
import { domainRestrictions, ipRestrictions } from '../../src/contract/restrictions.ts'
import { securityCenter, sessionConfig } from '../../src/contract/security.ts'
import type { RecommendationCode } from '../../src/entities/security-center.ts'
import { centerMessages } from '../../src/pages/security/center/center.messages.ts'
import type { DemoHost } from '../server/demo-host.ts'
import type { InboxMessage } from '../server/inbox.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { ssoSetup } from './models/sso-setup.ts'
import { NEW_PASSWORD, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { reach } from './support/figures.ts'
import { ownAccount } from './support/own-account.ts'
import { withPolicy } from './support/policy.ts'
import { AT, save, toggle } from './support/security-page.ts'

type Api = Awaited<ReturnType<typeof apiAs>>

interface Harness {
  page: Page
  portal: PortalModel
  demo: DemoHost
  request: APIRequestContext
  inbox(to: string): Promise<InboxMessage>
  tenantId: string
  /** The API, called as the administrator who uses the browser. */
  api: Api
}

interface Row {
  /** Makes the recommendation apply. @default it applies to every new account */
  prepare?(harness: Harness): Promise<unknown>
  /** Follows the card until the page confirms the change. */
  fix(harness: Harness): Promise<unknown>
}

const titleOf = (code: RecommendationCode): string => String(centerMessages.texts[code])

const review = ({ portal }: Harness, code: RecommendationCode) => portal.button(`Review: ${titleOf(code)}`).click()

/** Follows the card to a setting, changes it and saves. */
const changed =
  (code: RecommendationCode, saved: string, change: (portal: PortalModel) => Promise<unknown>, effect?: RegExp) =>
  async (harness: Harness) => {
    const { portal } = harness
    await review(harness, code)
    await change(portal)
    await portal.toastOf(saved, () => save(portal, effect))
  }

/** The card sets the recommended value itself. */
const adjusted =
  (button: string) =>
  ({ portal }: Harness) =>
    portal.toastOf('Session settings saved', () => portal.button(button).click())

const general = (code: RecommendationCode, change: (portal: PortalModel) => Promise<unknown>, effect?: RegExp) =>
  changed(code, 'General settings saved', change, effect)

const allowMyIp = (code: RecommendationCode) => async (harness: Harness) => {
  await review(harness, code)
  await harness.portal.button('Add my IP').click()
  await expect(harness.portal.element.getByRole('switch', { name: 'IP restrictions' })).toBeChecked()
  await expect(harness.portal.row('My IP')).toBeVisible()
}

const WEAK_DAYS = 200 * 86_400

const breach = async ({ demo, tenantId }: Harness): Promise<string> => {
  const { users, members } = demo.backend.store
  const { id, email } = await recruit(demo, 'mel@acme.test', 'Bea Known')
  await users.update({ id }, { tenantId, isBreachedPassword: true })
  await members.update({ userId: id }, { tenantId, isBreachedPassword: true })
  return email
}

/** Sends the reset email from the card; its recipient does the rest. */
const sendResets = async ({ portal, demo, request, inbox, tenantId }: Harness): Promise<void> => {
  await portal.button('Send reset emails').click()
  await portal.toastOf('Reset emails are on their way', () =>
    portal.element.getByRole('alertdialog').getByRole('button', { name: 'Send 1 email' }).click(),
  )
  const breached = await demo.backend.store.members.find({ tenantId, isBreachedPassword: true })
  const mail = await inbox(breached?.email ?? '')
  const link = new URL(mail.text.match(/https?:\S+/)?.[0] ?? '').searchParams
  const reset = await request.post(`${demo.origins.api}/frontegg/identity/resources/users/v1/passwords/reset/verify`, {
    headers: { origin: demo.origins.host },
    data: { userId: link.get('userId'), token: link.get('token'), password: NEW_PASSWORD },
  })
  expect(reset.ok()).toBe(true)
  // Changes outside of the page appear when the center is opened again.
  await portal.element.getByRole('tab', { name: 'Session management' }).click()
}

const setUpSso = async (harness: Harness): Promise<void> => {
  const { page, portal, demo } = harness
  const setup = ssoSetup(page, portal, demo.origins.idp)
  await review(harness, 'CONFIGURE_SSO')
  await portal.button('Add connection').first().click()
  await portal.dialog('Choose your identity provider').getByRole('button', { name: 'SAML 2.0' }).click()
  await setup.next('Connect')
  await portal.element.getByLabel('Metadata URL').fill(`${demo.origins.idp}/saml/metadata`)
  await portal.button('Read metadata').click()
  await expect(portal.element.getByText('CN=Foreign identity provider')).toBeVisible()
  await setup.next('Domains')
  await setup.verify(`${harness.tenantId}.test`)
  await setup.goTo(/Test/)
  await portal.button('Turn on').click()
  await portal.button('Turn on anyway').click()
  await expect(portal.element.getByText('This connection is on.')).toBeVisible()
  await portal.element.getByRole('link', { name: 'Security', exact: true }).click()
}

const sessions =
  (config: object) =>
  ({ api }: Harness) =>
    api.post(sessionConfig.saveSessionConfig, config)

const ROWS: Readonly<Record<RecommendationCode, Row>> = {
  FORCE_MFA: {
    fix: general(
      'FORCE_MFA',
      ({ element }) => element.getByRole('radio', { name: 'Required for everyone' }).check(),
      /will be asked to set one up at their next sign-in/,
    ),
  },
  BREACHED_PASSWORDS_EXIST: { prepare: breach, fix: sendResets },
  ENABLE_USER_LOCKOUT: {
    prepare: ({ api }) => api.post(policies.createLockoutPolicy, { enabled: false, maxAttempts: 5 }),
    fix: general('ENABLE_USER_LOCKOUT', (portal) => toggle(portal, 'User lockout').check()),
  },
  STRENGTHEN_USER_LOCKOUT: {
    prepare: ({ api }) => api.post(policies.createLockoutPolicy, { enabled: true, maxAttempts: 10 }),
    fix: general('STRENGTHEN_USER_LOCKOUT', ({ element }) =>
      element.getByLabel('Failed attempts before lockout').fill('5'),
    ),
  },
  ENABLE_PASSWORD_HISTORY: {
    prepare: ({ api }) => api.post(policies.createPasswordHistoryPolicy, { enabled: false, historySize: 5 }),
    fix: general('ENABLE_PASSWORD_HISTORY', (portal) => toggle(portal, 'Password history').check()),
  },
  STRENGTHEN_PASSWORD_HISTORY: {
    prepare: ({ api }) => api.post(policies.createPasswordHistoryPolicy, { enabled: true, historySize: 3 }),
    fix: general('STRENGTHEN_PASSWORD_HISTORY', ({ element }) => element.getByLabel('Passwords to remember').fill('5')),
  },
  ENABLE_FORCE_RELOGIN: { fix: adjusted('Set to 90 days') },
  SET_FORCE_RELOGIN: {
    prepare: sessions({ sessionTimeoutConfiguration: { isActive: true, timeout: WEAK_DAYS } }),
    fix: adjusted('Set to 90 days'),
  },
  ENABLE_SESSION_CONCURRENCY: { fix: adjusted('Set to 10 sessions') },
  SET_SESSION_CONCURRENCY: {
    prepare: sessions({ sessionConcurrentConfiguration: { isActive: true, maxSessions: 20 } }),
    fix: adjusted('Set to 10 sessions'),
  },
  ENABLE_IDLE_SESSION: { fix: adjusted('Set to 30 minutes') },
  SET_IDLE_SESSION: {
    prepare: sessions({ sessionIdleTimeoutConfiguration: { isActive: true, timeout: 7_200 } }),
    fix: adjusted('Set to 30 minutes'),
  },
  ENABLE_IP_RESTRICTIONS: { fix: allowMyIp('ENABLE_IP_RESTRICTIONS') },
  CHANGE_IP_TO_ALLOWLIST: {
    prepare: async ({ api }) => {
      await api.post(ipRestrictions.createIpRestriction, { ip: '203.0.113.9', strategy: 'BLOCK', isActive: true })
      await api.post(ipRestrictions.updateIpConfig, { isActive: true, strategy: 'BLOCK' })
    },
    fix: allowMyIp('CHANGE_IP_TO_ALLOWLIST'),
  },
  ENABLE_DOMAIN_RESTRICTIONS: {
    fix: changed('ENABLE_DOMAIN_RESTRICTIONS', 'Email domain restrictions saved', (portal) =>
      toggle(portal, 'Restrict sign-up by email domain').check(),
    ),
  },
  CHANGE_DOMAIN_TO_ALLOWLIST: {
    prepare: async ({ api }) => {
      await api.post(domainRestrictions.createDomain, { domain: 'rival.test', type: 'BLOCK' })
      await api.post(domainRestrictions.updateDomainConfig, { active: true, type: 'BLOCK' })
    },
    fix: changed('CHANGE_DOMAIN_TO_ALLOWLIST', 'Email domain restrictions saved', ({ element }) =>
      element.getByRole('radio', { name: 'Allow only listed domains' }).check(),
    ),
  },
  CONFIGURE_SSO: { fix: setUpSso },
}

// The keys of the table are the codes.
const CODES = Object.keys(ROWS) as RecommendationCode[]

const codesOf = async (api: Api): Promise<RecommendationCode[]> =>
  (await api.get(securityCenter.getRecommendations)).recommendations.items.map(({ code }) => code)

test('Each recommendation is followed from its card, fixed in the page, and gone without a reload', async ({
  page,
  portal,
  demo,
  request,
  inbox,
  signedIn,
}) => {
  test.setTimeout(CODES.length * 20_000)
  const card = (code: RecommendationCode) => portal.element.getByRole('heading', { name: titleOf(code), exact: true })
  let loads = 0
  page.on('load', () => {
    loads += 1
  })

  const follow = async (code: RecommendationCode) => {
    const { newUser, tenant } = await ownAccount(demo, 'Advice')
    const api = await apiAs(request, demo, newUser.email)
    const harness: Harness = { page, portal, demo, request, inbox, tenantId: tenant.id, api }
    await ROWS[code].prepare?.(harness)
    expect(await codesOf(api)).toContain(code)
    await signedIn(newUser.email)
    // Navigating to the same URL would not load a new page.
    await page.goto('/inbox')
    await page.goto(AT)
    await expect(portal.element.getByRole('img', { name: /^Security score/ })).toBeVisible()
    const more = portal.button(/^Show \d+ more$/)
    if (await more.isVisible()) await more.click()
    await expect(card(code)).toBeVisible()
    const before = loads
    await ROWS[code].fix(harness)
    await portal.element.getByRole('tab', { name: 'Security center' }).click()
    await expect(portal.element.getByRole('img', { name: /^Security score/ })).toBeVisible()
    if (await more.isVisible()) await more.click()
    await expect(card(code)).toHaveCount(0)
    expect(await codesOf(api)).not.toContain(code)
    expect(loads).toBe(before)
  }

  // The sample's vendor requires a password history, which no account could turn off.
  await withPolicy(demo, { kind: 'password-history', value: { enabled: false } }, async () => {
    for (const code of CODES) await test.step(code, () => follow(code))
  })
  reach(55, 'recommendations fixed through the page go without a reload', `${CODES.length} of ${CODES.length} went`)
})
