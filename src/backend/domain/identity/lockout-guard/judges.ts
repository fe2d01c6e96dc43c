import type { PolicyChange, PolicyChangeKind, PolicyChanges } from '../../../../contract/security.ts'
import { oneOf } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import { domainsJudge } from './domains.ts'
import { ipJudge } from './ip.ts'
import type { GuardCall, Judge, Outcomes, Subject } from './judge.ts'
import { lockoutJudge } from './lockout.ts'
import { mfaJudge } from './mfa.ts'
import { sessionsJudge } from './sessions.ts'
import { ssoJudge } from './sso.ts'
import { ssoDomainJudge } from './sso-domain.ts'

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
