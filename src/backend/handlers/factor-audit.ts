import type { AuditEntry } from '../call/audit-entry.ts'
import type { Challenge } from '../domain/identity/mfa/mfa-challenge.ts'

interface AuditedCall {
  audit(entry: AuditEntry): Promise<void>
}

type FactorAction = 'MFA enrolled' | 'MFA disabled' | 'Passkey added' | 'Passkey removed'

export const auditFactorChange = ({ audit }: AuditedCall, action: FactorAction, description: string): Promise<void> =>
  audit({ action, resource: 'MFA', severity: 'Medium', description })

/** Audits an enrollment during a sign-in, where only the challenge identifies the user. */
export const auditEnrollment = ({ audit }: AuditedCall, { user }: Challenge, what: string): Promise<void> =>
  audit({
    user,
    action: 'MFA enrolled',
    resource: 'MFA',
    severity: 'Medium',
    description: `Enrolled ${what} while signing in`,
  })
