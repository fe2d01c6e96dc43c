import type { Auth } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import { sessionEnded, unauthorized } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { grantsOf } from '../roles/grants.ts'
import { type Impersonator, impersonatorOf } from '../sessions/impersonator.ts'
import { liveSession } from '../sessions/live-session.ts'
import { isAccessTokenSecret } from './api-tokens.ts'
import { authenticateAccessToken, authenticateExchanged, isMachineType } from './authenticate-machine.ts'
import { tokenReads } from './read-ahead.ts'
import { enterTenant, type TenantEntry } from './tenant-entry.ts'

const SCOPE_HEADER = 'frontegg-scoped-tenant'

/** Reads the bearer token of the `Authorization` header (RFC 6750 §2.1). */
const bearerOf = (caller: Caller): string | undefined => caller.header('authorization')?.match(/^Bearer +(\S+)$/i)?.[1]

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const claimsOf = async (ports: Ports, token: string) => {
  const claims = await ports.signer.verify(token, ports.clock.now())
  // Tokens of other purposes are signed by the same key; only this claim distinguishes them.
  const isOurs = claims?.iss === ports.config.apiUrl && isAudience(claims.aud, ports)
  const isKnown = claims?.type === 'userToken' ? isText(claims.sid) : isMachineType(claims?.type)
  return isOurs && isKnown && isText(claims.sub) && isText(claims.tenantId) ? claims : undefined
}

const isAudience = (aud: unknown, ports: Ports) => aud === ports.config.clientId

/** Throws a 401 unless the bearer token is valid and unexpired and its session is still live. */
export const authenticate = async (ports: Ports, caller: Caller): Promise<Auth> => {
  const token = bearerOf(caller)
  if (token === undefined) throw unauthorized()
  const scope = caller.header(SCOPE_HEADER) || undefined
  if (isAccessTokenSecret(token)) return authenticateAccessToken({ ports, caller }, token, scope)
  const claims = await claimsOf(ports, token)
  if (!claims) throw sessionEnded()
  if (isMachineType(claims.type)) return authenticateExchanged({ ports, caller }, claims, scope)
  // The token proves that the policy of its own tenant was met; entry to any other tenant is judged here.
  const tenantId = scope ?? String(claims.tenantId)
  const place = { userId: String(claims.sub), tenantId }
  await ports.store.readTogether?.(tokenReads(place, String(claims.sid), String(claims.email)))
  const session = await liveSession(ports, String(claims.sid))
  const user = session && session.userId === claims.sub ? await ports.store.users.get(session.userId) : undefined
  if (!session || !user) throw sessionEnded()
  const entry = await enterTenant({ ports, caller }, { user, session, tenantId, metPolicyOf: String(claims.tenantId) })
  return authOf(ports, entry, { claims, impersonator: await impersonatorOf(ports, session) })
}

const authOf = (
  ports: Ports,
  { user, session, member }: TenantEntry,
  given: { claims: Auth['claims']; impersonator: Impersonator | undefined },
): Auth => {
  let grants: ReturnType<Auth['grants']> | undefined
  return {
    user,
    session,
    ...given,
    member,
    tenantId: member.tenantId,
    grants: () => {
      grants ??= grantsOf(ports.store, member, user)
      return grants
    },
  }
}
