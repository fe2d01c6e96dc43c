import type { OAuthToken } from '../../../entities/auth.ts'
import type { CallerRequest } from '../../call/auth.ts'
import { audit } from '../audit/audit.ts'
import { readAhead } from '../identity/access/read-ahead.ts'
import { mintAccessToken } from '../identity/access/sessions.ts'
import {
  type Admission,
  checkEntry,
  checkResume,
  moveTo,
  NOT_A_MEMBER,
  SECOND_FACTOR_FIRST,
  signInRefusal,
} from '../identity/access/tenant-entry.ts'
import { ipRefusalText } from '../identity/restrictions/ip-rules.ts'
import { actingCaller } from '../identity/sessions/live-session.ts'
import { grantTokenOf, type LiveGrant, namedGrant, rotateGrant } from './oauth-grants.ts'
import { accessDenied, invalidGrant } from './oauth-refusal.ts'

/** Returns the left half of the hash (OpenID Connect Core 3.1.3.6). */
const halfHash = async (text: string): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const half = String.fromCharCode(...hash.slice(0, hash.length / 2))
  return btoa(half).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The target of the tokens, if it isn't the session's own tenant. */
interface Target {
  nonce?: string
  tenantId?: string
  /** The id of a tenant whose second-factor policy was met when the code was issued. */
  metPolicyOf?: string
}

const readFor = ({ ports }: CallerRequest, { session }: LiveGrant, tenantId = session.tenantId): Promise<void> =>
  readAhead(ports.store, { userId: session.userId, tenantId }, session)

const entryOf = async (
  call: CallerRequest,
  { session }: LiveGrant,
  { tenantId, metPolicyOf }: Target,
): Promise<Admission> => {
  const user = await call.ports.store.users.get(session.userId)
  if (!user) throw invalidGrant()
  const verdict =
    tenantId === undefined
      ? await checkResume(call, user, session)
      : await checkEntry(call, { user, session, tenantId, metPolicyOf })
  if (verdict.kind === 'granted') return verdict.admission
  if (verdict.kind === 'second-factor') throw invalidGrant(SECOND_FACTOR_FIRST)
  if (verdict.kind === 'ip-refused') throw accessDenied(ipRefusalText(call.caller))
  throw invalidGrant(signInRefusal(verdict.kind, true)?.message ?? NOT_A_MEMBER)
}

/**
 * Returns the response of the token endpoint. Both tokens contain `type: "userToken"`, because existing clients send
 * the ID token as their bearer token and ours send the access token.
 */
export const tokensOf = async (call: CallerRequest, live: LiveGrant, target: Target = {}): Promise<OAuthToken> => {
  const { ports } = call
  const entry = await moveTo(ports, await entryOf(call, live, target))
  const access = await mintAccessToken(ports, entry)
  const id = await mintAccessToken(ports, entry, {
    nonce: target.nonce,
    at_hash: await halfHash(access.accessToken),
    aud: live.grant.clientId,
  })
  return {
    access_token: access.accessToken,
    id_token: id.accessToken,
    refresh_token: await grantTokenOf(ports, live.grant),
    expires_in: access.expiresIn,
    token_type: 'Bearer',
  }
}

/**
 * Returns the tokens of an authorization code, which signs the application in. During an impersonation, the audit entry
 * names the impersonating user.
 */
export const signInApplication = async (
  call: CallerRequest,
  { nonce, tenantId, ...live }: LiveGrant & { nonce: string | undefined; tenantId: string },
): Promise<OAuthToken> => {
  const { ports, caller } = call
  const { session } = live
  await readFor(call, live, tenantId)
  const tokens = await tokensOf(call, live, { nonce, tenantId, metPolicyOf: tenantId })
  await audit(ports, await actingCaller(ports, caller, session), {
    tenantId,
    user: await ports.store.users.get(session.userId),
    action: 'User signed in',
    resource: 'Authentication',
    description: 'Signed in to the application through hosted login',
    detail: { sessionId: session.id },
  })
  return tokens
}

/**
 * Renews the tokens of a grant. The checks run before the token is used up, so a refused refresh may be tried again.
 */
export const renewedTokens = async (
  call: CallerRequest,
  refreshToken: string,
  clientId: string,
): Promise<OAuthToken> => {
  const { ports, caller } = call
  const named = await namedGrant(ports, refreshToken)
  // A refresh token is bound to the client it was issued to (RFC 6749 §6).
  if (named.grant.clientId !== clientId) throw invalidGrant()
  await readFor(call, named)
  await entryOf(call, named, {})
  return tokensOf(call, await rotateGrant(ports, caller, named))
}
