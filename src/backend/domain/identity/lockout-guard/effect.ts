import type { AccessEffect, PolicyChange } from '../../../../contract/security.ts'
import { evaluateChange } from './evaluate-change.ts'
import type { GuardCall, Outcomes, Subject } from './guarded-change.ts'
import { subjectsOf } from './subjects.ts'

const MAX_SAMPLE = 5

type Fate = AccessEffect['caller']

interface Standing {
  subject: Subject
  fate: Fate
  /** Whether a sign-in succeeds after the change. */
  returns: boolean
  /** Whether a session is open before the change. */
  wasIn: boolean
  /** Whether a session stays open after the change. */
  remains: boolean
}

const standingOf = (outcomes: Outcomes, subject: Subject): Standing => {
  const refused = outcomes.refuses(subject)
  const returns = (subject.canSignIn || outcomes.admits?.(subject) === true) && !refused
  const open = subject.sessions.filter((session) => !subject.closed.has(session.id) && !outcomes.isClosed?.(session))
  const ended = open.filter((session) => outcomes.ends(session))
  const remains = ended.length < open.length
  const fateOf = (): Fate => {
    if (ended.length > 0 && !remains && !returns) return 'now'
    if (subject.canSignIn && refused) return 'next-sign-in'
    return ended.length > 0 ? 'signed-out' : 'none'
  }
  return { subject, fate: fateOf(), returns, wasIn: open.length > 0, remains }
}

/** Returns how the change affects the caller, whose session may belong to another tenant or be an impersonation. */
const fateOfCaller = ({ auth }: GuardCall, outcomes: Outcomes, standings: readonly Standing[]): Fate => {
  const isEnded = outcomes.ends(auth.session)
  if (auth.machine) return isEnded ? 'now' : 'none'
  const { actorId } = auth.session
  const own = standings.find(({ subject }) => subject.user.id === (actorId ?? auth.user.id))
  if (isEnded) return own?.returns ? 'signed-out' : 'now'
  return actorId === null && own?.fate === 'next-sign-in' ? 'next-sign-in' : 'none'
}

interface Administrators {
  before: number
  left: number
}

const countedAmong = (administrators: readonly Standing[]): Administrators => {
  const signIn = administrators.filter(({ subject }) => subject.canSignIn)
  if (signIn.length > 0) return { before: signIn.length, left: signIn.filter(({ returns }) => returns).length }
  const signedIn = administrators.filter(({ wasIn }) => wasIn)
  return { before: signedIn.length, left: signedIn.filter(({ remains }) => remains).length }
}

/**
 * Counts administrators who can enter, before and after the change. If none could sign in before, open sessions are
 * counted instead, because the account depends on them. An account without administrators of its own depends on those
 * of the accounts above it.
 */
const administratorsIn = (standings: readonly Standing[]): Administrators => {
  const own = countedAmong(standings.filter(({ subject }) => subject.isAdministrator))
  return own.before > 0 ? own : countedAmong(standings.filter(({ subject }) => subject.isGuestAdministrator))
}

const sampleOf = (standings: readonly Standing[]): AccessEffect['sample'] => {
  const ranked = (['now', 'next-sign-in', 'signed-out'] as const).flatMap((wanted) =>
    standings.filter(({ fate }) => fate === wanted),
  )
  return ranked
    .slice(0, MAX_SAMPLE)
    .map(({ subject: { user, member } }) => ({ id: user.id, email: user.email, name: member.name }))
}

/** Returns who loses access if a change is saved, and the outcome for each user. */
export const evaluateEffect = async (
  call: GuardCall,
  change: PolicyChange,
): Promise<{ effect: AccessEffect; standings: readonly Standing[] }> => {
  const subjects = await subjectsOf(call.ports, call.auth.tenantId)
  const outcomes = await evaluateChange(call, change, subjects)
  const standings = subjects.map((subject) => standingOf(outcomes, subject))
  const count = (wanted: Fate) => standings.filter(({ fate }) => fate === wanted).length
  const administrators = administratorsIn(standings)
  const effect: AccessEffect = {
    signedOut: count('signed-out'),
    now: count('now'),
    nextSignIn: count('next-sign-in'),
    toEnroll: subjects.filter((subject) => outcomes.enrolls?.(subject)).length,
    apiTokens: outcomes.apiTokens ?? 0,
    caller: fateOfCaller(call, outcomes, standings),
    administratorsLeft: administrators.left,
    isRefused: administrators.before > 0 && administrators.left === 0,
    sample: sampleOf(standings),
  }
  return { effect, standings }
}

/** Returns who loses access if a change is saved. */
export const effectOf = async (call: GuardCall, change: PolicyChange): Promise<AccessEffect> =>
  (await evaluateEffect(call, change)).effect
