import type { LockoutFields } from '../../../contract/policies.ts'
import { failedLoginsOf } from '../limits/limits.ts'
import { assertMeetsFloor } from '../policies/floors.ts'
import { strictestFor, vendorFloor } from '../policies/policies.ts'
import { lockoutFieldsOf } from '../policies/policy-fields.ts'
import type { GuardPorts, Judge, Subject } from './judge.ts'

/** Users whose next try would be one too many under the new limit, and isn't under those that hold. */
const newlyOver = async (
  ports: GuardPorts,
  { maxAttempts }: LockoutFields,
  subjects: readonly Subject[],
): Promise<ReadonlySet<string>> => {
  const failures = await failedLoginsOf(
    ports,
    subjects.map(({ user }) => user.email),
  )
  const over = new Set<string>()
  for (const { user } of subjects) {
    const failed = failures.get(user.email) ?? 0
    if (failed < maxAttempts) continue
    const before = await strictestFor(ports.store, 'lockout', user.id)
    if (!before.enabled || failed < before.maxAttempts) over.add(user.id)
  }
  return over
}

/** Users who failed as often as the new limit allows are locked out at their next sign-in by password. */
export const lockoutJudge: Judge<LockoutFields> = {
  read: lockoutFieldsOf,
  judge: async ({ ports }, value, subjects) => {
    assertMeetsFloor('lockout', value, await vendorFloor(ports.store, 'lockout'))
    const over = value.enabled ? await newlyOver(ports, value, subjects) : new Set<string>()
    return {
      ends: () => false,
      refuses: ({ user, ways }) => over.has(user.id) && !ways.sso && !ways.social && !ways.passwordless,
    }
  },
}
