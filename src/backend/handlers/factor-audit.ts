import type { AuditEntry } from '../call/auth.ts'
import type { Challenge } from '../domain/identity/mfa/mfa-challenge.ts'
import type { Collections } from '../store/store.ts'

interface AuditedCall {
  audit(entry: AuditEntry): Promise<void>
}

type FactorAction = 'MFA enrolled' | 'MFA disabled' | 'Passkey added' | 'Passkey removed'

/** Returns a function that writes the row in the transaction of the change. */
export const auditFactorChange =
  ({ audit }: AuditedCall, action: FactorAction, description: string) =>
  (inside: Collections): Promise<void> =>
    audit({ inside, action, resource: 'MFA', severity: 'Medium', description })

/**
 * Returns a function that writes the row of an enrollment during a sign-in, where only the challenge identifies the
 * user.
 */
export const auditEnrollment =
  ({ audit }: AuditedCall, { user }: Challenge, what: string) =>
  (inside: Collections): Promise<void> =>
    audit({
      inside,
      user,
      action: 'MFA enrolled',
      resource: 'MFA',
      severity: 'Medium',
      description: `Enrolled ${what} while signing in`,
    })
