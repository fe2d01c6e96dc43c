import { domainOf } from '../../../../rules/email.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { forbidden } from '../../../call/refusal.ts'
import { connectionOf } from '../sessions/sso-session.ts'
import { hasAccountsElsewhere, methodsOf, OWN_PROOF } from './vouching.ts'

const ANOTHER_WAY = 'To change how you sign in, sign out and sign in without the identity provider of this account.'

/**
 * Requires a proof that is the user's own before they add a way to sign in. An account that skips the check of email
 * domains chooses whom its provider signs in: a passkey added in such a session would open accounts that the user joins
 * later, and one added in any provider's session would open accounts that don't trust the provider.
 *
 * @throws Refusal 403 when the account of the provider has not verified the domain of the user's email, or the user has
 *   accounts that don't trust the provider, unless they have proven something of their own as well
 */
export const assertOwnSignIn = async ({ ports, auth }: Pick<SignedRequest, 'ports' | 'auth'>): Promise<void> => {
  const { session, user } = auth
  const amr = methodsOf(session)
  const connectionId = connectionOf(amr)
  if (connectionId === undefined || !user.verified || amr.includes(OWN_PROOF)) return
  const connection = await ports.store.ssoConnections.get(connectionId)
  const domain = { tenantId: connection?.tenantId ?? '', domain: domainOf(user.email), validated: true }
  if ((await ports.store.ssoDomains.count(domain)) === 0) throw forbidden(ANOTHER_WAY)
  if (await hasAccountsElsewhere(ports.store, user.id, connectionId)) throw forbidden(ANOTHER_WAY)
}
