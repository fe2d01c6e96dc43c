import type { CallerRequest } from '../../call/auth.ts'
import type { Ports } from '../../ports.ts'
import type { Collections } from '../../store/store.ts'
import { audit } from '../audit/audit.ts'
import { grantOfToken, revokeGrant } from './oauth-grants.ts'

/** Claims of a verified access token. */
type Claims = Readonly<Record<string, unknown>>

const idOf = ({ jti }: Claims): string => `ended-token ${String(jti)}`

/**
 * Records until an access token expires that a client revoked it. UserInfo and introspection refuse the token at once.
 * The API, like hosts, verifies access tokens without this record (RFC 7009 §3).
 */
const endToken = async ({ store, clock }: Ports, claims: Claims): Promise<boolean> => {
  const windowEndsAt = Number(claims.exp) * 1_000
  return (await store.countAttempt({ id: idOf(claims), now: clock.now(), windowEndsAt })).count === 1
}

export const isEndedToken = async ({ store }: Ports, claims: Claims): Promise<boolean> =>
  (await store.attempts.get(idOf(claims))) !== undefined

interface GivenBack {
  clientId: string
  sessionId: string
  action: string
  description: string
}

const auditGivenBack = async (
  { ports, caller }: CallerRequest,
  given: GivenBack,
  inside?: Collections,
): Promise<void> => {
  const store = inside ?? ports.store
  const { clientId, sessionId, action, description } = given
  const session = await store.sessions.get(sessionId)
  if (!session) return
  await audit(ports, caller, {
    ...(inside && { inside }),
    tenantId: session.tenantId,
    user: await store.users.get(session.userId),
    action,
    resource: 'Sessions',
    description,
    detail: { sessionId, clientId },
  })
}

/**
 * Revokes an access token. The token doesn't name its client, so it counts as the client's if the client has a grant of
 * the same sign-in.
 */
const revokeAccessToken = async (
  request: CallerRequest,
  clientId: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { ports } = request
  const sessionId = String(claims.sid)
  const isOfClient = (await ports.store.oauthGrants.count({ sessionId, clientId })) > 0
  if (claims.type !== 'userToken' || !isOfClient || !(await endToken(ports, claims))) return
  await auditGivenBack(request, {
    clientId,
    sessionId,
    action: 'Access token revoked',
    description: 'The application gave back an access token',
  })
}

/**
 * Revokes a token of a client. An unknown token, or one of another client, counts as revoked (RFC 7009 §2.2). Revoking
 * an access token ends nothing else, because clients also revoke those that they have replaced.
 */
export const revokeClientToken = async (request: CallerRequest, clientId: string, token: string): Promise<void> => {
  const { ports } = request
  const claims = await ports.signer.verify(token, ports.clock.now())
  if (claims) return revokeAccessToken(request, clientId, claims)
  const grant = await grantOfToken(ports, token)
  if (!grant) return
  await ports.store.transaction(async (store) => {
    if (!(await revokeGrant(ports, store, { id: grant.id, clientId }))) return
    const given = {
      clientId,
      sessionId: grant.sessionId,
      action: 'Application signed out',
      description: 'The application gave back what it held of the sign-in',
    }
    await auditGivenBack(request, given, store)
  })
}
