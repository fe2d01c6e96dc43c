import type { Caller } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import { mintAccessToken } from '../access/access-token.ts'
import { actingCaller } from '../access/impersonator.ts'
import { type Admission, moveTo } from '../access/tenant-entry.ts'
import { audit } from '../audit/audit.ts'
import type { AuthorizationRequest } from './authorization-request.ts'

/** The ID token of a client that asks for no code: OpenID Connect Core 3.2.2.5. */
export const idTokenFor = async (
  { ports, caller }: { ports: Ports; caller: Caller },
  { clientId, nonce }: Pick<AuthorizationRequest, 'clientId' | 'nonce'>,
  admission: Admission,
): Promise<string> => {
  const entry = await moveTo(ports, admission)
  const { accessToken } = await mintAccessToken(ports, entry, { nonce, aud: clientId })
  const { session, user, member } = entry
  await audit(ports, await actingCaller(ports, caller, session), {
    tenantId: member.tenantId,
    user,
    action: 'User signed in',
    resource: 'Authentication',
    description: 'Signed in to the application through hosted login',
    detail: { sessionId: session.id },
  })
  return accessToken
}
