/** Feature flags that are on in preview mode. */
export const PREVIEW_FLAGS: Readonly<Record<string, 'on'>> = {
  admin_portal_ip_restrictions: 'on',
  admin_portal_domain_restrictions: 'on',
  'new-mfa-pages': 'on',
  'show-passkeys-new': 'on',
  'groups-admin-box-new': 'on',
  'msp-all-accounts-new': 'on',
  'temporary-users': 'on',
}
