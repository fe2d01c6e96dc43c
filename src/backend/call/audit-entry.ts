import type { UserRecord } from '../store/records.ts'

export interface AuditEntry {
  tenantId: string
  user?: Pick<UserRecord, 'id' | 'email'>
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
  severity?: 'Info' | 'Medium' | 'High' | 'Error' | 'Critical'
  description: string
  detail?: Record<string, string | number | boolean | null | object>
}

/** In a signed-in call: by the caller in the tenant of the call, unless it says otherwise. */
export type OwnAuditEntry = Omit<AuditEntry, 'tenantId' | 'user'> & Partial<Pick<AuditEntry, 'tenantId' | 'user'>>
