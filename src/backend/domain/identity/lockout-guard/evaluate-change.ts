import type { LockoutFields } from '../../../../contract/policies.ts'
import type { DomainConfigUpdate } from '../../../../contract/restrictions.ts'
import type { PolicyChange, PolicyChangeKind, PolicyChanges } from '../../../../contract/security.ts'
import type { EnforceMfa } from '../../../../entities/mfa.ts'
import type { SessionConfig } from '../../../../entities/policies.ts'
import { oneOf } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import { lockoutSetting } from '../../settings/lockout.ts'
import { mfaSetting } from '../../settings/mfa.ts'
import { sessionsSetting } from '../../settings/sessions.ts'
import { domainConfigChangesOf } from '../restrictions/email-domains.ts'
import { endsOf, isLiveSession, surplusOf } from '../sessions/live-session.ts'
import type { ChangeEvaluator, GuardCall, GuardedSession, Outcomes, Subject } from './guarded-change.ts'
import { ipEvaluator } from './ip.ts'
import { ssoDomainEvaluator, ssoEvaluator } from './sso.ts'

interface Ended {
  /** Sessions that are too old or exceed the limit; ending them also ends the impersonations started from them. */
  closed: GuardedSession[]
  /** Sessions that are idle for too long, although their owner may be active in an impersonation. */
  idle: GuardedSession[]
}

const endedBy = (
  config: SessionConfig,
  sessions: readonly GuardedSession[],
  { now, tenantId }: { now: number; tenantId: string },
): Ended => {
  const ends = endsOf(config)
  const isOld = (session: GuardedSession) => !isLiveSession({ ...session, ...ends, idleSeconds: null }, now)
  const young = sessions.filter((session) => !isOld(session))
  const live = young.filter((session) => isLiveSession({ ...session, ...ends }, now))
  return {
    closed: [...sessions.filter(isOld), ...surplusOf(config, live, tenantId)],
    idle: young.filter((session) => !live.includes(session)),
  }
}

const sessionIdsOf = (sessions: readonly GuardedSession[]): ReadonlySet<string> => new Set(sessions.map(({ id }) => id))

/**
 * Sessions that are too old, idle for too long or too many under the new limits end; sign-ins are never refused.
 */
const sessionsEvaluator: ChangeEvaluator<SessionConfig> = {
  read: sessionsSetting.changes,
  evaluate: async ({ ports, auth }, changes, subjects) => {
    await sessionsSetting.assertMeetsFloor(ports.store, changes)
    const config = { ...(await sessionsSetting.of(ports.store, auth.tenantId)), ...changes }
    const now = ports.clock.now()
    const ended = subjects.map(({ sessions }) => endedBy(config, sessions, { now, tenantId: auth.tenantId }))
    const closed = sessionIdsOf(ended.flatMap((one) => one.closed))
    const idle = sessionIdsOf(ended.flatMap((one) => one.idle))
    const isImpersonationOver = (session: GuardedSession) =>
      closed.has(session.actorSessionId ?? '') ||
      (session.tenantId === auth.tenantId && !isLiveSession({ ...session, ...endsOf(config) }, now))
    return {
      ends: (session) =>
        closed.has(session.id) || idle.has(session.id) || (session.actorId !== null && isImpersonationOver(session)),
      refuses: () => false,
    }
  },
}

const demands = (enforced: EnforceMfa, { methods }: Subject): boolean =>
  enforced === 'Force' || (enforced === 'ForceExceptSAML' && !methods.sso)

/**
 * No one loses access: open sessions met the policy at sign-in, and users without a second factor add one at their next
 * sign-in. An authenticator app can always be enrolled, whatever else the vendor offers.
 */
const mfaEvaluator: ChangeEvaluator<{ enforceMFAType: EnforceMfa }> = {
  read: mfaSetting.input,
  evaluate: async ({ ports, auth }, value) => {
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

const hasOtherWay = ({ methods }: Subject): boolean => methods.sso || methods.social || methods.passwordless

/** Users whose failures reach the new limit are locked out at their next sign-in by password. */
const lockoutEvaluator: ChangeEvaluator<LockoutFields> = {
  read: lockoutSetting.input,
  evaluate: async ({ ports, auth }, value) => {
    await lockoutSetting.assertMeetsFloor(ports.store, value)
    return {
      ends: () => false,
      refuses: (subject) =>
        value.enabled &&
        // Users of a parent account follow that account's policy.
        subject.member.tenantId === auth.tenantId &&
        subject.methods.password &&
        subject.failedLogins >= value.maxAttempts &&
        !hasOtherWay(subject),
    }
  },
}

/** Domains are only checked when a user becomes a member, so sessions and sign-ins of members don't depend on them. */
const domainsEvaluator: ChangeEvaluator<DomainConfigUpdate> = {
  read: domainConfigChangesOf,
  evaluate: async () => ({ ends: () => false, refuses: () => false }),
}

/** The evaluator of each kind of change. */
const EVALUATORS: { readonly [kind in PolicyChangeKind]: ChangeEvaluator<PolicyChanges[kind]> } = {
  mfa: mfaEvaluator,
  sessions: sessionsEvaluator,
  lockout: lockoutEvaluator,
  ip: ipEvaluator,
  domains: domainsEvaluator,
  sso: ssoEvaluator,
  ssoDomain: ssoDomainEvaluator,
}

const KINDS = Object.keys(EVALUATORS) as PolicyChangeKind[]

/** @throws Refusal 400 that names the field */
export const readChange = (change: unknown): PolicyChange => {
  if (typeof change !== 'object' || change === null) throw badRequest('change must be an object')
  const { kind: given, value }: { kind?: unknown; value?: unknown } = change
  const kind = oneOf(typeof given === 'string' ? given : 'none', 'kind', KINDS)
  if (kind === undefined) throw badRequest(`kind must be one of ${KINDS.join(', ')}`)
  // The evaluator of a kind reads the value of that kind.
  return { kind, value: EVALUATORS[kind].read(value) } as PolicyChange
}

export const evaluateChange = <Kind extends PolicyChangeKind>(
  call: GuardCall,
  change: { kind: Kind; value: PolicyChanges[Kind] },
  subjects: readonly Subject[],
): Promise<Outcomes> => EVALUATORS[change.kind].evaluate(call, change.value, subjects)
