/** Names of pages, besides the slug, in navigation settings and older hosts. */
const OTHER_NAMES = {
  subscription: 'subscriptions',
  personalApiTokens: 'personal-api-tokens',
  apiTokens: 'api-tokens',
  allAccounts: 'all-accounts',
} as const

/** Returns the slug of the page that a host, an attribute or a deep link names; an unknown name stays unchanged. */
export const slugOf = (name: string): string =>
  Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name as keyof typeof OTHER_NAMES] : name

/**
 * Slugs of the admin portal's pages, and their names in navigation settings.
 *
 * @example const page: PortalPageName = 'users'
 */
export type PortalPageName =
  | 'profile'
  | 'privacy'
  | 'account'
  | 'subscriptions'
  | 'usage'
  | 'users'
  | 'groups'
  | 'roles'
  | 'security'
  | 'audits'
  | 'sso'
  | 'provisioning'
  | 'all-accounts'
  | 'personal-api-tokens'
  | 'api-tokens'
  | 'webhooks'
  | keyof typeof OTHER_NAMES
