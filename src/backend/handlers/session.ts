import type { session } from '../../contract/session.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import { optionalText } from '../call/read.ts'
import { forbidden, sessionEnded, unauthorized } from '../call/refusal.ts'
import { readAhead } from '../domain/identity/access/read-ahead.ts'
import { tokenResponse } from '../domain/identity/access/sessions.ts'
import {
  type Admission,
  checkEntry,
  checkResume,
  moveTo,
  notAMember,
  SECOND_FACTOR_FIRST,
  signInRefusal,
  type Verdict,
} from '../domain/identity/access/tenant-entry.ts'
import { ipRefusal } from '../domain/identity/restrictions/ip-rules.ts'
import { browserSession, browserToken } from '../domain/identity/sessions/browser-session.ts'
import { signOut } from '../domain/identity/sessions/end-session.ts'
import { rotate } from '../domain/identity/sessions/refresh-token.ts'
import { byCookie, type Call, type Handlers } from '../http/handler.ts'

type SessionCall = Pick<Call<unknown>, 'ports' | 'caller'>

/** Id of the tenant that the refresh names; `undefined` means the session's own. */
type Target = string | undefined

const verdictOf = (call: SessionCall, { user, session }: Pick<Admission, 'user' | 'session'>, tenantId: Target) =>
  tenantId === undefined ? checkResume(call, user, session) : checkEntry(call, { user, session, tenantId })

/**
 * Returns the refusal: not a 401 for a named tenant or for an IP address, because that would end the session, which may
 * continue elsewhere.
 */
const refusalOf = ({ caller }: SessionCall, kind: Exclude<Verdict['kind'], 'granted'>, tenantId: Target) => {
  if (kind === 'ip-refused') return ipRefusal(caller)
  if (kind === 'second-factor')
    return (tenantId === undefined ? unauthorized : forbidden)(SECOND_FACTOR_FIRST).as('second-factor')
  const lifted = signInRefusal(kind, tenantId === undefined)
  if (lifted) return lifted
  return tenantId === undefined
    ? unauthorized("You don't belong to any account", 'invalid_token').as('not-a-member')
    : notAMember()
}

/** Checks access before anything changes: a refused refresh must not use up its token. */
const assertMayContinue = async (call: SessionCall, tenantId: Target): Promise<void> => {
  const session = await browserSession(call.ports, call.caller)
  if (session) await readAhead(call.ports.store, { ...session, tenantId: tenantId ?? session.tenantId }, session)
  const user = session && (await call.ports.store.users.get(session.userId))
  if (!session || !user) throw sessionEnded()
  const { kind } = await verdictOf(call, { user, session }, tenantId)
  if (kind !== 'granted') throw refusalOf(call, kind, tenantId)
}

/**
 * Refreshes the session. Refusals never clear the cookie: of two concurrent refreshes, the one that fails must not sign
 * the other out.
 */
const refresh = async (call: Call<unknown>, tenantId: Target): Promise<AuthResponse> => {
  const { ports, caller } = call
  const token = await browserToken(ports, caller)
  if (!token) throw unauthorized('Sign in to continue')
  await assertMayContinue(call, tenantId)
  const session = await rotate(ports, caller, token)
  const user = await ports.store.users.get(session.userId)
  if (!user) throw sessionEnded()
  const verdict = await verdictOf(call, { user, session }, tenantId)
  if (verdict.kind !== 'granted') throw refusalOf(call, verdict.kind, tenantId)
  return tokenResponse(call, await moveTo(ports, verdict.admission))
}

export const sessionHandlers = {
  refreshSession: byCookie((call) => refresh(call as Call<unknown>, optionalText(call.body.tenantId, 'tenantId'))),
  logout: byCookie(async (call) => {
    await signOut(call, await browserSession(call.ports, call.caller))
    return {}
  }),
} satisfies Pick<Handlers<typeof session>, 'refreshSession' | 'logout'>
