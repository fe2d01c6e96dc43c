import type { Caller } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import { audit } from '../audit/audit.ts'
import { grantOfToken, revokeGrant } from './oauth-grants.ts'
import { oauthRefusal } from './oauth-refusal.ts'

/** Revokes a token of a client. An unknown token, or one of another client, counts as revoked (RFC 7009 §2.2). */
export const revokeClientToken = async (
  { ports, caller }: { ports: Ports; caller: Caller },
  clientId: string,
  token: string,
): Promise<void> => {
  if (await ports.signer.verify(token, ports.clock.now())) {
    throw oauthRefusal('unsupported_token_type', 'Access tokens end by themselves. Revoke the refresh token')
  }
  const grant = await grantOfToken(ports, token)
  if (!grant) return
  await ports.store.transaction(async (store) => {
    if (!(await revokeGrant(ports, store, { id: grant.id, clientId }))) return
    const session = await store.sessions.get(grant.sessionId)
    if (!session) return
    await audit({ ...ports, store }, caller, {
      tenantId: session.tenantId,
      user: await store.users.get(grant.userId),
      action: 'Application signed out',
      resource: 'Sessions',
      description: 'The application gave back what it held of the sign-in',
      detail: { sessionId: session.id, clientId },
    })
  })
}
