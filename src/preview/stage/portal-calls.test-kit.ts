import { NEW_PASSWORD, PASSWORD } from './backstage.test-kit.ts'
import type { Portal } from './portal.test-kit.ts'

export interface PortalCall {
  name: string
  path: RegExp
  method: string
  /** User of the page. @default Ada's */
  of?: string
  place: string
  /** Whether it substitutes a call that only other backends have. */
  isAddition?: boolean
  /** Fills in a form; a list only needs its URL. */
  fill?(portal: Portal): Promise<void>
  save?(portal: Portal): Promise<void>
}

const REX = 'rex@reseller.test'

const inDialog = (dialog: string, button: string) => async (portal: Portal) =>
  portal.click('button', button, await portal.dialog(dialog))
const inForm = (form: string, button: string) => async (portal: Portal) =>
  portal.click('button', button, await portal.find('form', form))

/** Calls that the pages make when they open. */
export const LISTS: readonly PortalCall[] = [
  { name: 'users', path: /\/fe\/v1\/members\?/, place: 'users', isAddition: true },
  { name: 'groups', path: /\/fe\/v1\/groups\?/, place: 'groups', isAddition: true },
  { name: 'roles', path: /\/fe\/v1\/roles\?/, place: 'roles', isAddition: true },
  { name: 'personal tokens', path: /\/users\/api-tokens\/v1$/, place: 'personal-api-tokens' },
  { name: 'tokens of the account', path: /\/tenants\/api-tokens\/v1$/, place: 'api-tokens' },
  { name: 'webhooks', path: /\/webhook$/, place: 'webhooks' },
  { name: 'provisioning connections', path: /\/configurations\/scim2$/, place: 'provisioning' },
  { name: 'accounts', path: /\/hierarchy\/v2\?/, place: 'all-accounts?view=list', of: REX },
  { name: 'the profile', path: /\/users\/v2\/me\?addRoles/, place: 'profile' },
  { name: 'the audit log', path: /\/audits\?/, place: 'audits' },
  { name: 'sessions', path: /\/users\/sessions\/v1\/me$/, place: 'privacy' },
  { name: 'the company', path: /\/account-settings\/v1$/, place: 'account' },
  { name: 'session limits', path: /\/configurations\/sessions\/v1$/, place: 'security?tab=sessions' },
  { name: 'the lockout policy', path: /\/lockout-policy$/, place: 'security?tab=general' },
  { name: 'the IP configuration', path: /\/restrictions\/ip\/config$/, place: 'security?tab=ip' },
  { name: 'IP rules', path: /\/restrictions\/ip\?/, place: 'security?tab=ip' },
  { name: 'email domain rules', path: /\/email-domain$/, place: 'security?tab=domains' },
  { name: 'SSO connections', path: /\/sso\/v1\/configurations$/, place: 'sso' },
  { name: 'invoices', path: /\/billing\/invoices\/v1$/, place: 'subscriptions' },
  { name: 'usage', path: /\/fe\/v1\/usage$/, place: 'usage', isAddition: true },
].map((list) => ({ ...list, method: 'GET' }))

/** Values that their forms save. */
export const SAVES: readonly PortalCall[] = [
  {
    name: 'a changed profile',
    method: 'PUT',
    path: /\/users\/v2\/me$/,
    place: 'profile',
    fill: (portal) => portal.fill('Job title', 'Odd title'),
    save: inForm('Personal details', 'Save changes'),
  },
  {
    name: 'a changed password',
    method: 'POST',
    path: /\/passwords\/change$/,
    place: 'profile',
    async fill(portal) {
      await portal.click('button', 'Change password')
      const dialog = await portal.dialog('Change your password')
      await portal.fill('Current password', PASSWORD, dialog)
      await portal.fill('New password', NEW_PASSWORD, dialog)
      await portal.fill('Confirm new password', NEW_PASSWORD, dialog)
    },
    save: inDialog('Change your password', 'Change password'),
  },
  {
    name: 'a changed company',
    method: 'PUT',
    path: /\/account-settings\/v1$/,
    place: 'account',
    fill: (portal) => portal.fill('Company name', 'Odd company'),
    save: inForm('Company', 'Save changes'),
  },
  {
    name: 'a new group',
    method: 'POST',
    path: /\/groups\/v1$/,
    place: 'groups?new',
    fill: async (portal) => portal.fill('Name', 'Odd group', await portal.dialog('Create group')),
    save: inDialog('Create group', 'Create group'),
  },
  {
    name: 'a new role',
    method: 'POST',
    path: /\/roles\/v1$/,
    place: 'roles?new',
    fill: async (portal) => portal.fill('Name', 'Odd role', await portal.dialog('Create role')),
    save: inDialog('Create role', 'Create role'),
  },
  {
    name: 'a new token',
    method: 'POST',
    path: /\/users\/api-tokens\/v1$/,
    place: 'personal-api-tokens',
    async fill(portal) {
      await portal.click('button', 'Create token')
      await portal.fill('Description', 'Odd token', await portal.dialog('Create API token'))
    },
    save: inDialog('Create API token', 'Create token'),
  },
  {
    name: 'a new token of the account',
    method: 'POST',
    path: /\/tenants\/api-tokens\/v2$/,
    place: 'api-tokens?new=',
    async fill(portal) {
      const dialog = await portal.dialog('Create API token')
      await portal.fill('Description', 'Odd token', dialog)
      await portal.chooseRole(dialog, 'Auditor')
    },
    save: inDialog('Create API token', 'Create token'),
  },
  {
    name: 'a new webhook',
    method: 'POST',
    path: /\/webhook\/custom$/,
    place: 'webhooks?new=',
    async fill(portal) {
      const dialog = await portal.dialog('Create webhook')
      await portal.fill('Name', 'Odd webhook', dialog)
      await portal.fill(/^URL/, 'https://hooks.example.com/odd', dialog)
      await portal.click('checkbox', undefined, dialog)
    },
    save: inDialog('Create webhook', 'Create webhook'),
  },
  {
    name: 'a new SSO connection',
    method: 'POST',
    path: /\/sso\/v1\/configurations$/,
    place: 'sso?new=',
    save: async (portal) => portal.click('button', /SAML 2\.0/, await portal.dialog('Choose your identity provider')),
  },
  {
    name: 'a new provisioning connection',
    method: 'POST',
    path: /\/configurations\/scim2$/,
    place: 'provisioning?new=',
    save: inDialog('Add connection', 'Add connection'),
  },
  {
    name: 'a new invite link',
    method: 'POST',
    path: /\/tenants\/invites\/v1\/user$/,
    place: 'users?link=',
    save: inDialog('Invite link', 'Create link'),
  },
  {
    name: 'a canceled subscription',
    method: 'PUT',
    path: /\/cancellations\/$/,
    place: 'subscriptions',
    fill: (portal) => portal.click('button', 'Cancel subscription'),
    save: async (portal) => portal.click('button', 'Cancel Growth', await portal.find('alertdialog')),
  },
  {
    name: 'a new account',
    method: 'POST',
    path: /\/sub-tenants\/v1$/,
    of: REX,
    place: 'all-accounts',
    async fill(portal) {
      await portal.click('button', 'Create sub-account')
      await portal.fill('Account name', 'Odd account', await portal.dialog('Create sub-account'))
    },
    save: inDialog('Create sub-account', 'Create sub-account'),
  },
  {
    name: 'changed session limits',
    method: 'POST',
    path: /\/configurations\/sessions\/v1$/,
    place: 'security?tab=sessions',
    fill: (portal) => portal.check('switch', 'Idle session timeout'),
    save: inForm('Session management', 'Save changes'),
  },
  {
    name: 'a new IP rule',
    method: 'POST',
    path: /\/restrictions\/ip$/,
    place: 'security?tab=ip',
    async fill(portal) {
      await portal.click('button', 'Add IP address')
      await portal.fill('IP address or range', '203.0.113.77', await portal.dialog('Add to the allow list'))
    },
    save: inDialog('Add to the allow list', 'Add'),
  },
  {
    name: 'changed email domain restrictions',
    method: 'POST',
    path: /\/email-domain\/config$/,
    place: 'security?tab=domains',
    fill: (portal) => portal.click('switch', 'Restrict sign-up by email domain'),
    save: inForm('Email domain restrictions', 'Save changes'),
  },
  {
    name: 'a new phone number',
    method: 'POST',
    path: /\/phone-numbers\/v1$/,
    place: 'profile',
    async fill(portal) {
      await portal.click('button', 'Add number')
      await portal.fill('Phone number', '+447700900999', await portal.dialog('Add a phone number'))
    },
    save: inDialog('Add a phone number', 'Text me a code'),
  },
]
