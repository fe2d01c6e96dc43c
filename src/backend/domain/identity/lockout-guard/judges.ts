import type { LockoutFields } from '../../../../contract/policies.ts'
import type { DomainConfigUpdate } from '../../../../contract/restrictions.ts'
import type { PolicyChange, PolicyChangeKind, PolicyChanges } from '../../../../contract/security.ts'
import type { EnforceMfa } from '../../../../entities/mfa.ts'
import { oneOf } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import { lockoutSetting } from '../../settings/lockout.ts'
import { mfaSetting } from '../../settings/mfa.ts'
import { domainConfigChangesOf } from '../restrictions/email-domains.ts'
import { ipJudge } from './ip.ts'
import type { GuardCall, Judge, Outcomes, Subject } from './judge.ts'
import { sessionsJudge } from './sessions.ts'
import { ssoDomainJudge, ssoJudge } from './sso.ts'

const demands = (enforced: EnforceMfa, { ways }: Subject): boolean =>
  enforced === 'Force' || (enforced === 'ForceExceptSAML' && !ways.sso)

/**
 * No one loses access: open sessions met the policy at sign-in, and users without a second factor add one at their next
 * sign-in. An authenticator app can always be enrolled, whatever else the vendor offers.
 */
const mfaJudge: Judge<{ enforceMFAType: EnforceMfa }> = {
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

const hasOtherWay = ({ ways }: Subject): boolean => ways.sso || ways.social || ways.passwordless

/** Users whose failures reach the new limit are locked out at their next sign-in by password. */
const lockoutJudge: Judge<LockoutFields> = {
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

/** Domains are only checked when a user becomes a member, so sessions and sign-ins of members don't depend on them. */
const domainsJudge: Judge<DomainConfigUpdate> = {
  read: domainConfigChangesOf,
  judge: async () => ({ ends: () => false, refuses: () => false }),
}

/** The judge for each kind of change. */
const JUDGES: { readonly [kind in PolicyChangeKind]: Judge<PolicyChanges[kind]> } = {
  mfa: mfaJudge,
  sessions: sessionsJudge,
  lockout: lockoutJudge,
  ip: ipJudge,
  domains: domainsJudge,
  sso: ssoJudge,
  ssoDomain: ssoDomainJudge,
}

const KINDS = Object.keys(JUDGES) as PolicyChangeKind[]

/** @throws Refusal 400 that names the field */
export const readChange = (change: unknown): PolicyChange => {
  if (typeof change !== 'object' || change === null) throw badRequest('change must be an object')
  const { kind: given, value }: { kind?: unknown; value?: unknown } = change
  const kind = oneOf(typeof given === 'string' ? given : 'none', 'kind', KINDS)
  if (kind === undefined) throw badRequest(`kind must be one of ${KINDS.join(', ')}`)
  // The judge of a kind reads the value of that kind.
  return { kind, value: JUDGES[kind].read(value) } as PolicyChange
}

export const judgeChange = <Kind extends PolicyChangeKind>(
  call: GuardCall,
  change: { kind: Kind; value: PolicyChanges[Kind] },
  subjects: readonly Subject[],
): Promise<Outcomes> => JUDGES[change.kind].judge(call, change.value, subjects)
