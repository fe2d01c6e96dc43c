import type { Page } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { NEW_PASSWORD, PASSWORD } from './sample-users.ts'
import { reach, sampled, scaled } from './support/figures.ts'
import { MALFORMED_RESPONSES, type Odd, respondMalformed } from './support/malformed-responses.ts'
import { tally } from './support/tally.ts'

const PATIENCE = { timeout: 30_000 }
/** A backend that lacks one of our additional calls responds with this, and the client uses another call. */
const NOT_KNOWN = 404

interface World {
  page: Page
  portal: PortalModel
  demo: DemoHost
}

interface Call {
  name: string
  path: RegExp
  method: string
  of?: string
  hash: string
  /** A substitute for what only other backends send. */
  isAddition?: boolean
  /** Fills a form in; a list is there by its URL. */
  fill?(world: World): Promise<void>
  save?(world: World): Promise<void>
}

const press = (name: string, within: (portal: PortalModel) => ReturnType<PortalModel['dialog']>) => (world: World) =>
  within(world.portal).getByRole('button', { name, exact: true }).last().click()

const LISTS: readonly Call[] = [
  { name: 'users', path: /\/fe\/v1\/members\?/, hash: 'users', isAddition: true },
  { name: 'groups', path: /\/fe\/v1\/groups\?/, hash: 'groups', isAddition: true },
  { name: 'roles', path: /\/fe\/v1\/roles\?/, hash: 'roles', isAddition: true },
  { name: 'personal tokens', path: /\/users\/api-tokens\/v1$/, hash: 'personal-api-tokens' },
  { name: 'tokens of the account', path: /\/tenants\/api-tokens\/v1$/, hash: 'api-tokens' },
  { name: 'webhooks', path: /\/webhook$/, hash: 'webhooks' },
  { name: 'provisioning connections', path: /\/configurations\/scim2$/, hash: 'provisioning' },
  { name: 'accounts', path: /\/hierarchy\/v2\?/, hash: 'all-accounts?view=list', of: 'rex@reseller.test' },
  { name: 'the profile', path: /\/users\/v2\/me\?addRoles/, hash: 'profile' },
  { name: 'the audit log', path: /\/audits\?/, hash: 'audits' },
  { name: 'sessions', path: /\/users\/sessions\/v1\/me$/, hash: 'privacy' },
  { name: 'the company', path: /\/account-settings\/v1$/, hash: 'account' },
  { name: 'session limits', path: /\/configurations\/sessions\/v1$/, hash: 'security?tab=sessions' },
  { name: 'the lockout policy', path: /\/lockout-policy$/, hash: 'security?tab=general' },
  { name: 'the IP configuration', path: /\/restrictions\/ip\/config$/, hash: 'security?tab=ip' },
  { name: 'IP rules', path: /\/restrictions\/ip\?/, hash: 'security?tab=ip' },
  { name: 'email domain rules', path: /\/email-domain$/, hash: 'security?tab=domains' },
].map((list) => ({ ...list, method: 'GET' }))

const SAVES: readonly Call[] = [
  {
    name: 'a changed profile',
    method: 'PUT',
    path: /\/users\/v2\/me$/,
    hash: 'profile',
    async fill({ portal }) {
      await portal.element.getByLabel('Job title').fill(`Odd ${Date.now()}`)
    },
    save: press('Save changes', (portal) => portal.element.getByRole('form', { name: 'Personal details' })),
  },
  {
    name: 'a changed password',
    method: 'POST',
    path: /\/passwords\/change$/,
    hash: 'profile',
    async fill({ portal }) {
      const dialog = portal.dialog('Change your password')
      await portal.button('Change password').click()
      await dialog.getByLabel('Current password').fill(PASSWORD)
      await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
      await dialog.getByLabel('Confirm new password').fill(NEW_PASSWORD)
    },
    save: press('Change password', (portal) => portal.dialog('Change your password')),
  },
  {
    name: 'a changed company',
    method: 'PUT',
    path: /\/account-settings\/v1$/,
    hash: 'account',
    async fill({ portal }) {
      await portal.element.getByLabel('Company name').fill(`Odd ${Date.now()}`)
    },
    save: press('Save changes', (portal) => portal.element.getByRole('form', { name: 'Company' })),
  },
  {
    name: 'a new group',
    method: 'POST',
    path: /\/groups\/v1$/,
    hash: 'groups?new',
    async fill({ portal }) {
      await portal.dialog('Create group').getByRole('textbox', { name: 'Name' }).fill('Odd group')
    },
    save: press('Create group', (portal) => portal.dialog('Create group')),
  },
  {
    name: 'a new role',
    method: 'POST',
    path: /\/roles\/v1$/,
    hash: 'roles?new',
    async fill({ portal }) {
      await portal.dialog('Create role').getByLabel('Name').fill('Odd role')
    },
    save: press('Create role', (portal) => portal.dialog('Create role')),
  },
  {
    name: 'a new token',
    method: 'POST',
    path: /\/users\/api-tokens\/v1$/,
    hash: 'personal-api-tokens',
    async fill({ portal }) {
      await portal.button('Create token').first().click()
      await portal.dialog('Create API token').getByLabel('Description').fill('Odd token')
    },
    save: press('Create token', (portal) => portal.dialog('Create API token')),
  },
  {
    name: 'a new account',
    method: 'POST',
    path: /\/sub-tenants\/v1$/,
    of: 'rex@reseller.test',
    hash: 'all-accounts',
    async fill({ portal }) {
      await portal.button('Create account').first().click()
      await portal.dialog('Create account').getByLabel('Account name').fill('Odd account')
    },
    save: press('Create account', (portal) => portal.dialog('Create account')),
  },
  {
    name: 'changed session limits',
    method: 'POST',
    path: /\/configurations\/sessions\/v1$/,
    hash: 'security?tab=sessions',
    async fill({ portal }) {
      await portal.element.getByRole('switch', { name: 'Idle session timeout' }).check()
    },
    save: press('Save changes', (portal) => portal.element.getByRole('form', { name: 'Session management' })),
  },
  {
    name: 'a new IP rule',
    method: 'POST',
    path: /\/restrictions\/ip$/,
    hash: 'security?tab=ip',
    async fill({ portal }) {
      await portal.button('Add IP address').click()
      await portal.dialog('Add to the allow list').getByLabel('IP address or range').fill('203.0.113.77')
    },
    save: press('Add', (portal) => portal.dialog('Add to the allow list')),
  },
  {
    name: 'changed email domain restrictions',
    method: 'POST',
    path: /\/email-domain\/config$/,
    hash: 'security?tab=domains',
    async fill({ portal }) {
      await portal.element.getByRole('switch', { name: 'Restrict sign-up by email domain' }).click()
    },
    save: press('Save changes', (portal) => portal.element.getByRole('form', { name: 'Email domain restrictions' })),
  },
  {
    name: 'a new phone number',
    method: 'POST',
    path: /\/phone-numbers\/v1$/,
    hash: 'profile',
    async fill({ portal }) {
      await portal.button('Add number').click()
      await portal.dialog('Add a phone number').getByLabel('Phone number').fill('+447700900999')
    },
    save: ({ portal }) => portal.dialog('Add a phone number').getByLabel('Phone number').press('Enter'),
  },
]

const CALLS = sampled([...LISTS, ...SAVES], 3)
const RESPONSES = MALFORMED_RESPONSES.slice(0, scaled(MALFORMED_RESPONSES.length, 3))
const responded = tally('portal-malformed-responses')

/** Loads the page again and waits for it to be complete. */
const open = async ({ page, portal }: World, hash: string) => {
  await page.goto('about:blank')
  await page.goto(`/script-tag#/admin-box/${hash}`)
  await expect(portal.element.getByRole('heading').first()).toBeVisible()
}

const expectEnd = async ({ portal }: World, what: string) => {
  const waiting = portal.element.locator('[aria-busy="true"], .fe-skeleton, [data-busy]')
  await expect(waiting, what).toHaveCount(0, PATIENCE)
  await expect(portal.element.getByText('<', { exact: false }), what).toHaveCount(0)
}

const wordsOf = ({ says, status }: Odd, { isAddition }: Call) => (isAddition && status === NOT_KNOWN ? undefined : says)

for (const call of CALLS) {
  test(`${call.name}: whatever the response, the right message and an end to the waiting`, async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    test.setTimeout(300_000)
    await signedIn(call.of ?? 'ada@acme.test')
    const world: World = { page, portal, demo }
    const odd = await respondMalformed(page, demo, call)
    let isReady = false
    const ask = async (one: Odd) => {
      if (call.save) {
        if (!isReady) {
          await open(world, call.hash)
          await call.fill?.(world)
        }
        odd.respondWith(one)
        return call.save(world)
      }
      odd.respondWith(one)
      if (isReady) return portal.button('Try again').first().click()
      return open(world, call.hash)
    }
    for (const one of RESPONSES) {
      const what = `${call.name}, ${RESPONSES.indexOf(one)}: ${one.status} ${String(one.body).slice(0, 60)}`
      const before = odd.sent()
      await ask(one)
      await expect.poll(odd.sent, { message: what, ...PATIENCE }).toBeGreaterThan(before)
      const words = wordsOf(one, call)
      await expectEnd(world, what)
      if (words) await expect(portal.element.getByText(words).first(), what).toBeVisible(PATIENCE)
      odd.respondWith(undefined)
      isReady = words !== undefined
      responded.add(what)
    }
    expect(odd.uncaught).toEqual([])
  })
}

test('all malformed responses were tried with all calls of the portal', async () => {
  reach(
    46,
    'portal: 40 bodies to every list and save: right text, loading ends within 30 s, 0 uncaught',
    `${RESPONSES.length} bodies, ${CALLS.length} lists and saves: ${responded.count()} responses, 0 uncaught`,
  )
  expect(responded.count()).toBe(CALLS.length * RESPONSES.length)
})
