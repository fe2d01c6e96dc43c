import type { EnforceMfa } from '../../../../entities/mfa.ts'
import { mfaSetting } from '../../settings/mfa.ts'
import type { Judge, Subject } from './judge.ts'

const demands = (enforced: EnforceMfa, { ways }: Subject): boolean =>
  enforced === 'Force' || (enforced === 'ForceExceptSAML' && !ways.sso)

/**
 * No one loses access: open sessions met the policy at sign-in, and users without a second factor add one at their next
 * sign-in. An authenticator app can always be enrolled, whatever else the vendor offers.
 */
export const mfaJudge: Judge<{ enforceMFAType: EnforceMfa }> = {
  read: mfaSetting.input,
  judge: async ({ ports, auth }, value) => {
    await mfaSetting.assertMeetsFloor(ports.store, value)
    const before = await mfaSetting.of(ports.store, auth.tenantId)
    return {
      ends: () => false,
      refuses: () => false,
      enrolls: (subject) =>
        subject.canSignIn &&
        !subject.hasFactor &&
        demands(value.enforceMFAType, subject) &&
        !demands(before.enforceMFAType, subject),
    }
  },
}
