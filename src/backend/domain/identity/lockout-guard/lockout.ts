import type { LockoutFields } from '../../../../contract/policies.ts'
import { assertMeetsFloor } from '../../settings/floors.ts'
import { vendorFloor } from '../../settings/policies.ts'
import { lockoutFieldsOf } from '../../settings/policy-fields.ts'
import type { Judge, Subject } from './judge.ts'

const hasOtherWay = ({ ways }: Subject): boolean => ways.sso || ways.social || ways.passwordless

/** Users who failed as often as the new limit allows are locked out at their next sign-in by password. */
export const lockoutJudge: Judge<LockoutFields> = {
  read: lockoutFieldsOf,
  judge: async ({ ports, auth }, value) => {
    assertMeetsFloor('lockout', value, await vendorFloor(ports.store, 'lockout'))
    return {
      ends: () => false,
      refuses: (subject) =>
        value.enabled &&
        // Users of an account above follow the policy of that one.
        subject.member.tenantId === auth.tenantId &&
        subject.ways.password &&
        subject.failedLogins >= value.maxAttempts &&
        !hasOtherWay(subject),
    }
  },
}
