import type { AuthResponse } from '../../../entities/auth.ts'
import { SECOND_FACTOR_CONTEXTS } from '../../../rules/saml-step-up.ts'
import { forbidden, notFound } from '../../call/refusal.ts'
import type { SessionRecord, SsoConnectionRecord } from '../../store/records.ts'
import { elevateSession } from '../identity/access/elevate-session.ts'
import { withFactor } from '../identity/access/factor-proof.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { ssoSessionOf } from '../identity/sessions/sso-session.ts'
import { userOfIdentity } from './identities.ts'
import { enabledConnection, providerOf } from './sso.ts'
import { keepRequest, markBrowser, type ProvenStepUp } from './sso-requests.ts'
import { assertVouchedFor } from './vouching.ts'

/**
 * Returns the URL at which the user of a session proves a second factor again. It is at the provider they signed in
 * through, which must authenticate them again.
 */
export const startSsoStepUp = async (exchange: Exchange, session: SessionRecord): Promise<string> => {
  const { ports } = exchange
  const found = await ssoSessionOf(ports, session)
  if (!found) throw notFound('You didn’t sign in through an identity provider.')
  const connection = await enabledConnection(ports, found.connectionId)
  const requestId = `_${ports.random.uuid()}`
  const stepUp = { sessionId: session.id, userId: session.userId, since: ports.clock.now() }
  const browser = await markBrowser(exchange)
  const request = { kind: 'saml', connectionId: connection.id, requestId, browser, stepUp } as const
  const relayState = await keepRequest(ports, connection.tenantId, request)
  const authnContexts = Object.keys(SECOND_FACTOR_CONTEXTS)
  return ports.saml.authorizationUrl(connection, { id: requestId, relayState, forceAuthn: true, authnContexts })
}

/**
 * Finishes a step-up, in which the same user must have proven a second factor.
 *
 * @throws Refusal 403 for another user, without a factor, or for an administrator whom the guarantor doesn't cover
 */
export const finishSsoStepUp = async (
  exchange: Exchange,
  connection: SsoConnectionRecord,
  { subject, stepUp }: { subject: string; stepUp: ProvenStepUp },
): Promise<AuthResponse> => {
  const { ports } = exchange
  const user = await userOfIdentity(ports, { provider: providerOf(connection), subject })
  if (user?.id !== stepUp.userId) throw forbidden('You signed in as another user at your identity provider.')
  const method = SECOND_FACTOR_CONTEXTS[stepUp.authnContext]
  if (!method) throw forbidden('Your identity provider didn’t ask for a second factor.')
  await assertVouchedFor(exchange, connection, user)
  const { sessionId } = stepUp
  const proof = { method, at: ports.clock.now(), connectionId: connection.id }
  return elevateSession(
    exchange,
    { user, sessionId, amr: [] },
    { kind: 'factor', isByProvider: true, withMethod: (amr) => withFactor(amr, proof) },
  )
}
