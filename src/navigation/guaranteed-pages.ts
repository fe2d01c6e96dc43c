import type { GuaranteedKind } from '../entities/guarantee.ts'
import type { PortalPageName } from './portal-page-name.ts'

/** Pages of the portal on which what members vouch for is confirmed. */
export const GUARANTEED_PAGES: Readonly<Record<GuaranteedKind, PortalPageName>> = {
  'sso-connection': 'sso',
  directory: 'provisioning',
  'api-token': 'api-tokens',
  webhook: 'webhooks',
  channel: 'webhooks',
  schedule: 'audits',
  'invite-link': 'users',
}
