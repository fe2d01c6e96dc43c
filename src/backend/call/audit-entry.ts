import type { UserRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

/**
 * A row of the audit log. A signed-in call fills in the caller and the tenant of the call.
 *
 * @example await audit({ inside: store, action: 'Role deleted', resource: 'Roles', description: `Deleted ${name}` })
 */
export interface AuditEntry {
  /** @default the tenant of a signed-in call, else the account that the user belongs to and was last in */
  tenantId?: string
  user?: (Pick<UserRecord, 'id' | 'email'> & Partial<Pick<UserRecord, 'tenantId'>>) | undefined
  /** The collections of the transaction that the row is a part of, so that there is no change without its row. @default none */
  inside?: Collections
  action: string
  resource:
    | 'Authentication'
    | 'Users'
    | 'Sessions'
    | 'Passwords'
    | 'Invitations'
    | 'MFA'
    | 'Roles'
    | 'Groups'
    | 'Policies'
    | 'Account'
    | 'API tokens'
    | 'Sub-accounts'
    | 'SSO'
    | 'Webhooks'
    | 'Notifications'
    | 'Reports'
    | 'Audits'
    | 'Provisioning'
    | 'Subscription'
  severity?: 'Info' | 'Medium' | 'High' | 'Error' | 'Critical'
  description: string
  detail?: Record<string, string | number | boolean | null | object>
}

/** A row whose tenant is known. */
export type PlacedEntry = AuditEntry & { tenantId: string }
