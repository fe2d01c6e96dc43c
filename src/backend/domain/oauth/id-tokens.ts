import { toText } from '../../../kernel/base64url.ts'
import { isRecord, parseJson } from '../../../kernel/safe-json.ts'
import type { CallerRequest } from '../../call/auth.ts'
import type { Ports } from '../../ports.ts'
import { audit } from '../audit/audit.ts'
import { mintAccessToken } from '../identity/access/sessions.ts'
import { type Admission, enterTenant } from '../identity/access/tenant-entry.ts'
import { actingCaller } from '../identity/sessions/live-session.ts'
import type { AuthorizationRequest } from './authorization-request.ts'

/**
 * Returns the ID token of a client that requests no code (OpenID Connect Core 3.2.2.5). The session stays in its
 * tenant, because any page can send the browser here.
 */
export const idTokenFor = async (
  { ports, caller }: CallerRequest,
  { clientId, nonce }: Pick<AuthorizationRequest, 'clientId' | 'nonce'>,
  { user, session, member }: Admission,
): Promise<string> => {
  const { tenantId } = member
  const entry = await enterTenant({ ports, caller }, { user, session, tenantId })
  const { accessToken } = await mintAccessToken(ports, entry, { nonce, aud: clientId })
  await audit(ports, await actingCaller(ports, caller, session), {
    tenantId,
    user,
    action: 'User signed in',
    resource: 'Authentication',
    description: 'Signed in to the application through hosted login',
    detail: { sessionId: session.id },
  })
  return accessToken
}

/** The user that a hint names; `unreadable` if none of our keys signed it. */
type HintedUser = { kind: 'user'; id: string } | { kind: 'unreadable' }

/** Reads the time of issue without verifying the token, which is then verified as of a time when it was valid. */
const issuedAt = (token: string): number => {
  try {
    const claims = parseJson(toText(token.split('.')[1] ?? ''))
    return isRecord(claims) && typeof claims.iat === 'number' ? claims.iat * 1_000 : Number.NaN
  } catch {
    return Number.NaN
  }
}

/**
 * Returns the user that a hint names. An expired token is a valid hint (OpenID Connect Core 3.1.2.1), but one from the
 * future is not.
 */
export const hintedUser = async (
  { signer, clock }: Pick<Ports, 'signer' | 'clock'>,
  hint: string,
  clientId: string,
): Promise<HintedUser> => {
  const at = Math.min(issuedAt(hint), clock.now())
  const claims = Number.isFinite(at) ? await signer.verify(hint, at, clientId) : undefined
  const isOurs = claims?.type === 'userToken' && typeof claims.sub === 'string'
  return isOurs ? { kind: 'user', id: String(claims.sub) } : { kind: 'unreadable' }
}
