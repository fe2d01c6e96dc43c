import type { Caller } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import { audit } from '../audit/audit.ts'
import { mintAccessToken } from '../identity/access/access-token.ts'
import { type Admission, enterTenant } from '../identity/access/tenant-entry.ts'
import { actingCaller } from '../identity/sessions/impersonator.ts'
import type { AuthorizationRequest } from './authorization-request.ts'

/**
 * Returns the ID token of a client that requests no code (OpenID Connect Core 3.2.2.5). The session stays in its
 * tenant, because any page can send the browser here.
 */
export const idTokenFor = async (
  { ports, caller }: { ports: Ports; caller: Caller },
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
