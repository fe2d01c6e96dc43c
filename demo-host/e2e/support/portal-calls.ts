import type { Page } from '@playwright/test'
import type { DemoHost } from '../../server/demo-host.ts'
import type { PortalModel } from '../models/portal.ts'
import { NEW_PASSWORD, PASSWORD } from '../sample-users.ts'

export interface World {
  page: Page
  portal: PortalModel
  demo: DemoHost
}

export interface PortalCall {
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
  within(world.portal).getByRole('button', { name, exact: true }).last().click({ timeout: 30_000 })

/** What the pages load when they open. */
export const LISTS: readonly PortalCall[] = [
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
  { name: 'SSO connections', path: /\/sso\/v1\/configurations$/, hash: 'sso' },
  { name: 'invoices', path: /\/billing\/invoices\/v1$/, hash: 'subscriptions' },
  { name: 'usage', path: /\/fe\/v1\/usage$/, hash: 'usage', isAddition: true },
].map((list) => ({ ...list, method: 'GET' }))

/** What their forms save. */
export const SAVES: readonly PortalCall[] = [
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
      await portal.part('Create role').getByLabel('Name').fill('Odd role')
    },
    save: press('Create role', (portal) => portal.part('Create role')),
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
    name: 'a new token of the account',
    method: 'POST',
    path: /\/tenants\/api-tokens\/v2$/,
    hash: 'api-tokens?new=',
    async fill({ portal }) {
      const dialog = portal.dialog('Create API token')
      await dialog.getByLabel('Description').fill('Odd token')
      await portal.chooseRole(dialog, 'Auditor')
    },
    save: press('Create token', (portal) => portal.dialog('Create API token')),
  },
  {
    name: 'a new webhook',
    method: 'POST',
    path: /\/webhook\/custom$/,
    hash: 'webhooks?new=',
    async fill({ portal }) {
      const dialog = portal.dialog('Create webhook')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Odd webhook')
      await dialog.getByRole('textbox', { name: 'URL' }).fill('https://hooks.example.com/odd')
      await dialog.getByRole('checkbox').first().check()
    },
    save: press('Create webhook', (portal) => portal.dialog('Create webhook')),
  },
  {
    name: 'a new SSO connection',
    method: 'POST',
    path: /\/sso\/v1\/configurations$/,
    hash: 'sso?new=',
    save: ({ portal }) =>
      portal.dialog('Choose your identity provider').getByRole('button', { name: 'SAML 2.0' }).click(),
  },
  {
    name: 'a new provisioning connection',
    method: 'POST',
    path: /\/configurations\/scim2$/,
    hash: 'provisioning?new=',
    save: press('Add connection', (portal) => portal.dialog('Add connection')),
  },
  {
    name: 'a new invite link',
    method: 'POST',
    path: /\/tenants\/invites\/v1\/user$/,
    hash: 'users?link=',
    save: press('Create link', (portal) => portal.dialog('Invite link')),
  },
  {
    name: 'a canceled subscription',
    method: 'PUT',
    path: /\/cancellations\/$/,
    hash: 'subscriptions',
    async fill({ portal }) {
      await portal.button('Cancel subscription').click()
    },
    save: press('Cancel Growth', (portal) => portal.element.getByRole('alertdialog')),
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
