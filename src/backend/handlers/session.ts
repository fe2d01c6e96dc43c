import type { session } from '../../contract/session.ts'
import type { AuthAnswer } from '../../entities/auth.ts'
import { refreshCookieName } from '../call/cookies.ts'
import { optionalText } from '../call/read.ts'
import { forbidden, unauthorized } from '../call/refusal.ts'
import { browserSession } from '../domain/access/browser-session.ts'
import { signOut } from '../domain/access/end-session.ts'
import { rotate } from '../domain/access/refresh-token.ts'
import { answerOf } from '../domain/access/sessions.ts'
import {
  judgeEntry,
  judgeResume,
  moveTo,
  NOT_A_MEMBER,
  SECOND_FACTOR_FIRST,
  type Verdict,
} from '../domain/access/tenant-entry.ts'
import { byCookie, type Call, type Handlers } from '../http/handler.ts'

/** Not a 401: that would end the session in the tenant the user is in. */
const refusalOf = ({ kind }: Exclude<Verdict, { kind: 'granted' }>) =>
  forbidden(kind === 'second-factor' ? SECOND_FACTOR_FIRST : NOT_A_MEMBER)

/** The requested tenant is judged before anything changes. */
const assertMayEnterNext = async (call: Pick<Call<unknown>, 'ports' | 'caller'>, tenantId: string): Promise<void> => {
  const session = await browserSession(call.ports, call.caller)
  const user = session && (await call.ports.store.users.get(session.userId))
  if (!session || !user) throw unauthorized('The session has ended', 'invalid_token')
  const verdict = await judgeEntry(call, { user, session, tenantId })
  if (verdict.kind !== 'granted') throw refusalOf(verdict)
}

/** Refusals never clear the cookie: the loser of two refreshes must not sign the winner out. */
const refresh = async (call: Call<unknown>, tenantId: string | undefined): Promise<AuthAnswer> => {
  const { ports, caller } = call
  const token = caller.cookie(refreshCookieName(ports.config))
  if (!token) throw unauthorized('There is no session')
  if (tenantId !== undefined) await assertMayEnterNext(call, tenantId)
  const session = await rotate(ports, caller, token)
  const user = await ports.store.users.get(session.userId)
  if (!user) throw unauthorized('The session has ended', 'invalid_token')
  const verdict =
    tenantId === undefined
      ? await judgeResume(call, user, session)
      : await judgeEntry(call, { user, session, tenantId })
  if (verdict.kind === 'second-factor') throw unauthorized(SECOND_FACTOR_FIRST)
  if (verdict.kind === 'not-a-member') throw unauthorized("You don't belong to any account", 'invalid_token')
  return answerOf(call, await moveTo(ports, verdict.entry))
}

export const sessionHandlers = {
  refreshSession: byCookie((call) => refresh(call as Call<unknown>, optionalText(call.body.tenantId, 'tenantId'))),
  logout: byCookie(async (call) => {
    await signOut(call, await browserSession(call.ports, call.caller))
    return {}
  }),
} satisfies Pick<Handlers<typeof session>, 'refreshSession' | 'logout'>
