/**
 * Slugs of the admin portal's pages.
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
