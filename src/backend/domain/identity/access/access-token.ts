import { MULTI_FACTOR_ACR } from '../../../../rules/step-up.ts'
import type { Ports } from '../../../ports.ts'
import { grantsOf } from '../roles/grants.ts'
import { impersonatorOf, membershipsOf } from '../sessions/live-session.ts'
import { publicMethods } from '../sessions/sso-session.ts'
import { trustedFactorAt, withoutFactor } from './factor-proof.ts'
import type { TenantEntry } from './tenant-entry.ts'
import { methodsOf } from './vouching.ts'

/** The `acr` of a session that has proven no factor beyond its first (OIDC Core §2). */
const SINGLE_FACTOR = '0'

interface AccessToken {
  accessToken: string
  expiresIn: number
  expires: string
  exp: number
}

/** Signs an access token (JWT) for one tenant; `type` distinguishes it from other tokens signed by the same key. */
export const mintAccessToken = async (
  ports: Ports,
  { user, session, member }: TenantEntry,
  /** Additional claims for an ID token. */
  extra: { nonce?: string; at_hash?: string; aud?: string } = {},
): Promise<AccessToken> => {
  const { roles, keys } = await grantsOf(ports.store, member, user)
  const memberships = await membershipsOf(ports, session, member.tenantId)
  const { apiUrl, clientId, accessTokenSeconds } = ports.config
  const factorAt = await trustedFactorAt(ports, session, member.tenantId)
  const methods = session.amr === null ? ['pwd'] : publicMethods(methodsOf(session))
  // Hosts authorize by the claims of their tokens, so a factor that the account doesn't trust is left out of them.
  const isDoubtful = factorAt === undefined && methods.includes('mfa')
  const issuedAt = Math.floor(ports.clock.now() / 1_000)
  // A host that verifies tokens by itself must not accept one after the session's end.
  const exp = Math.min(issuedAt + accessTokenSeconds, Math.floor(session.expiresAt / 1_000))
  const actor = await impersonatorOf(ports, session)
  const accessToken = await ports.signer.sign({
    sub: user.id,
    id: user.id,
    email: user.email,
    email_verified: user.verified,
    name: user.name,
    tenantId: member.tenantId,
    tenantIds: memberships.map(({ tenantId }) => tenantId),
    roles: roles.map(({ key }) => key),
    permissions: keys,
    sid: session.id,
    jti: ports.random.uuid(),
    amr: isDoubtful ? withoutFactor(methods) : methods,
    acr: factorAt === undefined ? SINGLE_FACTOR : MULTI_FACTOR_ACR,
    // A token that names a factor carries the time of that factor, even if something else was proven since.
    auth_time: Math.floor((factorAt ?? session.authTime ?? session.createdAt) / 1_000),
    type: 'userToken',
    iss: apiUrl,
    aud: clientId,
    // Informs the client that the session has limits and may need `keepSession` calls.
    ...(session.idleSeconds === null && session.absoluteSeconds === null ? {} : { session_limits: true }),
    // RFC 8693 §4.1: `act` names the user who acts as the subject.
    ...(actor && { act: { sub: actor.id, email: actor.email, name: actor.name } }),
    iat: issuedAt,
    exp,
    ...extra,
  })
  return { accessToken, expiresIn: exp - issuedAt, expires: new Date(exp * 1_000).toISOString(), exp }
}
