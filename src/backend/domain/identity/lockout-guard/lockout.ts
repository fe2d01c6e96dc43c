import type { LockoutFields } from '../../../../contract/policies.ts'
import { lockoutSetting } from '../../settings/lockout.ts'
import type { Judge, Subject } from './judge.ts'

const hasOtherWay = ({ ways }: Subject): boolean => ways.sso || ways.social || ways.passwordless

/** Users whose failures reach the new limit are locked out at their next sign-in by password. */
export const lockoutJudge: Judge<LockoutFields> = {
  read: lockoutSetting.input,
  judge: async ({ ports, auth }, value) => {
    await lockoutSetting.assertMeetsFloor(ports.store, value)
    return {
      ends: () => false,
      refuses: (subject) =>
        value.enabled &&
        // Users of a parent account follow that account's policy.
        subject.member.tenantId === auth.tenantId &&
        subject.ways.password &&
        subject.failedLogins >= value.maxAttempts &&
        !hasOtherWay(subject),
    }
  },
}
