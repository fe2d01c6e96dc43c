import type { LockoutFields } from '../../../contract/policies.ts'
import { failedLoginsOf } from '../limits/limits.ts'
import { policyOf } from '../policies/policies.ts'
import { lockoutFieldsOf } from '../policies/policy-fields.ts'
import type { GuardPorts, Judge, Subject } from './judge.ts'

const failuresOf = async (ports: GuardPorts, subjects: readonly Subject[]): Promise<(subject: Subject) => number> => {
  const failures = await failedLoginsOf(
    ports,
    subjects.map(({ user }) => user.email),
  )
  return ({ user }) => failures.get(user.email) ?? 0
}

/** Users who failed as often as the new limit allows are locked out at their next sign-in by password. */
export const lockoutJudge: Judge<LockoutFields> = {
  read: lockoutFieldsOf,
  judge: async ({ ports, auth }, { enabled, maxAttempts }, subjects) => {
    const before = await policyOf(ports.store, 'lockout', auth.tenantId)
    const governed = subjects.filter(({ user }) => enabled && user.tenantId === auth.tenantId)
    const failures = await failuresOf(ports, governed)
    const isOver = (subject: Subject) => {
      const failed = failures(subject)
      return failed >= maxAttempts && !(before.enabled && failed >= before.maxAttempts)
    }
    const refused = new Set(governed.filter(isOver).map(({ user }) => user.id))
    return {
      ends: () => false,
      refuses: ({ user, ways }) => refused.has(user.id) && !ways.federation && !ways.passwordless,
    }
  },
}
