/** Portal records with create, update and delete events. */
type PortalRecord =
  | 'user'
  | 'role'
  | 'group'
  | 'api-token'
  | 'webhook'
  | 'sso-connection'
  | 'provisioning-connection'
  | 'sub-account'
  | 'session'
  | 'policy'
  | 'profile'
  | 'account'

/** Event before or after a record changes. */
export type RecordEvent = `${'create' | 'update' | 'delete'}-${PortalRecord}`
