import type { Introspection } from '../../../contract/oauth-server.ts'
import { Refusal } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { liveSession } from '../identity/sessions/live-session.ts'
import { namedGrant } from './oauth-grants.ts'
import { isEndedToken } from './revocation.ts'

const INACTIVE: Introspection = { active: false }

const refreshToken = async (ports: Ports, clientId: string, token: string): Promise<Introspection> => {
  const { grant } = await namedGrant(ports, token)
  if (grant.clientId !== clientId) return INACTIVE
  return { active: true, client_id: clientId, sub: grant.userId, exp: Math.floor(grant.expiresAt / 1_000) }
}

const textOf = (value: unknown): string => String(value ?? '')

/**
 * Returns the state of a token. All invalid tokens get the same response (RFC 7662 §2.2), and only its own client can
 * see a refresh token.
 */
export const introspected = async (ports: Ports, clientId: string, token: string): Promise<Introspection> => {
  const claims = await ports.signer.verify(token, ports.clock.now())
  if (!claims) {
    return refreshToken(ports, clientId, token).catch((error: unknown) => {
      if (error instanceof Refusal) return INACTIVE
      throw error
    })
  }
  const isUser = claims.type === 'userToken'
  if (!isUser || !(await liveSession(ports, textOf(claims.sid))) || (await isEndedToken(ports, claims))) return INACTIVE
  return {
    active: true,
    client_id: textOf(claims.aud),
    username: textOf(claims.email),
    token_type: 'Bearer',
    scope: 'openid email profile',
    sub: textOf(claims.sub),
    aud: textOf(claims.aud),
    iss: textOf(claims.iss),
    exp: Number(claims.exp),
    iat: Number(claims.iat),
    jti: textOf(claims.jti),
  }
}
