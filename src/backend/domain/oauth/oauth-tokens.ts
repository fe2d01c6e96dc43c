import type { OAuthToken } from '../../../entities/auth.ts'
import type { Ports } from '../../ports.ts'
import { membershipsOf, mintAccessToken } from '../access/access-token.ts'
import { moveSession } from '../sessions/session-limits.ts'
import { grantTokenOf, type LiveGrant } from './oauth-grants.ts'
import { invalidGrant } from './oauth-refusal.ts'

/** OpenID Connect Core 3.1.3.6: the left half of the hash. */
const halfHash = async (text: string): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const half = String.fromCharCode(...hash.slice(0, hash.length / 2))
  return btoa(half).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * The answer of the token endpoint. Both tokens carry `type: "userToken"`: existing clients send the ID token as their
 * bearer, ours the access token (DESIGN §9).
 */
export const tokensOf = async (
  ports: Ports,
  { grant, session }: LiveGrant,
  { nonce, tenantId = session.tenantId }: { nonce?: string; tenantId?: string } = {},
): Promise<OAuthToken> => {
  const user = await ports.store.users.get(session.userId)
  const memberships = user ? await membershipsOf(ports, user.id) : []
  const member = memberships.find((one) => one.tenantId === tenantId) ?? memberships[0]
  if (!user || !member) throw invalidGrant("You don't belong to any account")
  if (member.tenantId !== session.tenantId) await moveSession(ports, session.id, member.tenantId)
  const who = { user, session: { ...session, tenantId: member.tenantId }, member, memberships }
  const access = await mintAccessToken(ports, who)
  const id = await mintAccessToken(ports, who, { nonce, at_hash: await halfHash(access.accessToken) })
  return {
    access_token: access.accessToken,
    id_token: id.accessToken,
    refresh_token: await grantTokenOf(ports, grant),
    expires_in: access.expiresIn,
    token_type: 'Bearer',
  }
}
