import type { session } from '../../contract/session.ts'
import type { AuthAnswer } from '../../entities/auth.ts'
import { clearedRefreshCookie, refreshCookieName } from '../call/cookies.ts'
import { optionalText } from '../call/read.ts'
import { forbidden, unauthorized } from '../call/refusal.ts'
import { membershipsOf } from '../domain/access/access-token.ts'
import { readRefreshToken, rotate } from '../domain/access/refresh-token.ts'
import { answerOf } from '../domain/access/sessions.ts'
import { isProvenFor } from '../domain/access/tenant-entry.ts'
import { audit } from '../domain/audit/audit.ts'
import { moveSession } from '../domain/sessions/session-limits.ts'
import { byCookie, type Call, type Handlers } from '../http/handler.ts'

const cookieOfCall = ({ ports, caller }: Pick<Call<unknown>, 'ports' | 'caller'>) =>
  caller.cookie(refreshCookieName(ports.config))

const SECOND_FACTOR_FIRST = 'This account asks for a second factor'

/** A tenant that is asked for is only a wish; it is judged before anything changes (RELIABILITY row 9). */
const assertWishGranted = async (
  call: Pick<Call<unknown>, 'ports' | 'caller'>,
  token: string,
  wish: string | undefined,
) => {
  if (wish === undefined) return
  const named = await readRefreshToken(call.ports, token)
  const session = named && (await call.ports.store.sessions.get(named.id))
  if (!session) throw unauthorized('The session has ended', 'invalid_token')
  const memberships = await membershipsOf(call.ports, session.userId, wish)
  if (!memberships.some(({ tenantId }) => tenantId === wish)) throw forbidden("You don't belong to this account")
  const user = await call.ports.store.users.get(session.userId)
  // Not a 401: that would end the session of the account she is in.
  if (!user || !(await isProvenFor(call, { user, session, tenantId: wish }))) throw forbidden(SECOND_FACTOR_FIRST)
}

/** Refusals never clear the cookie: the loser of two refreshes must not sign the winner out. */
const refresh = async (call: Call<unknown>, wish: string | undefined): Promise<AuthAnswer> => {
  const { ports, caller } = call
  const token = cookieOfCall(call)
  if (!token) throw unauthorized('There is no session')
  await assertWishGranted(call, token, wish)
  const session = await rotate(ports, caller, token)
  const user = await ports.store.users.get(session.userId)
  if (!user) throw unauthorized('The session has ended', 'invalid_token')
  const memberships = await membershipsOf(ports, user.id, wish ?? session.tenantId)
  const member = memberships.find(({ tenantId }) => tenantId === (wish ?? session.tenantId)) ?? memberships[0]
  if (!member) throw unauthorized("You don't belong to any account", 'invalid_token')
  if (member.tenantId !== session.tenantId) {
    // Her account is gone, and the next one asks for more than she has proven.
    if (!(await isProvenFor(call, { user, session, tenantId: member.tenantId })))
      throw unauthorized(SECOND_FACTOR_FIRST)
    await moveSession(ports, session.id, member.tenantId)
  }
  return answerOf(call, { user, session: { ...session, tenantId: member.tenantId }, member, memberships })
}

export const sessionHandlers = {
  refreshSession: byCookie((call) => refresh(call as Call<unknown>, optionalText(call.body.tenantId, 'tenantId'))),
  logout: byCookie(async ({ ports, caller, reply }) => {
    const token = caller.cookie(refreshCookieName(ports.config))
    const named = token === undefined ? undefined : await readRefreshToken(ports, token)
    reply.headers.append('Set-Cookie', clearedRefreshCookie(ports.config))
    if (!named) return {}
    const ended = await ports.store.sessions.update({ id: named.id, revokedAt: null }, { revokedAt: ports.clock.now() })
    const session = ended ? await ports.store.sessions.get(named.id) : undefined
    const user = session && (await ports.store.users.get(session.userId))
    if (session && user) {
      await audit(ports, caller, {
        tenantId: session.tenantId,
        user,
        action: 'User logout',
        resource: 'Authentication',
        description: 'Signed out',
      })
    }
    return {}
  }),
} satisfies Pick<Handlers<typeof session>, 'refreshSession' | 'logout'>
