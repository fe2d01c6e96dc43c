import { badRequest } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { ForeignIdentity } from '../../sso-ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'
import { spendTicket } from '../credentials/tickets.ts'
import { isFirst } from '../limits/limits.ts'
import { isReady } from './ready.ts'
import { samlIdentity } from './saml.ts'
import { type Candidate, type Given, judgeResponse, noteProblem, type Proven } from './saml-judge.ts'
import { samlSettingsOf } from './saml-settings.ts'
import { unsolicited } from './saml-unsolicited.ts'
import { findRequest, type ProvenStepUp } from './sso-requests.ts'

/** What a response proved. */
export interface Consumed {
  connection: SsoConnectionRecord
  identity: ForeignIdentity
  /** Of the browser that asked; `''` for a sign-in that the provider began. */
  browser: string
  stepUp?: ProvenStepUp
}

/** One text for every cause: a forger learns nothing; the log has the reason. */
const refused = () => badRequest('We couldn’t verify the response from your identity provider. Start again.')

const openRequest = async (ports: Ports, relayState: string) => {
  const found = relayState ? await findRequest(ports, relayState) : undefined
  if (found?.request.kind !== 'saml') return undefined
  const { connectionId, requestId, browser, stepUp } = found.request
  const connection = await ports.store.ssoConnections.get(connectionId)
  return connection && isReady(connection)
    ? { connection, requestId, browser, stepUp, ticket: found.ticket }
    : undefined
}

const requested = async (ports: Ports, candidate: Candidate, given: Given): Promise<Proven | undefined> => {
  const { connection } = candidate
  const settings = await samlSettingsOf(ports, connection)
  const { facts, problem } = await judgeResponse(ports, candidate, { ...given, settings })
  if (problem) await noteProblem(ports, connection, problem)
  return facts && !problem ? { connection, settings, facts } : undefined
}

/** Takes a response of the POST binding; of each assertion and each request only one gets through. */
export const consumeResponse = async (
  ports: Ports,
  { response, relayState }: { response: string; relayState: string },
): Promise<Consumed> => {
  const claims = ports.saml.peek(response)
  if (!claims) throw refused()
  const request = await openRequest(ports, relayState)
  if (!request && claims.inResponseTo !== undefined) throw refused()
  const given = { response, claims }
  const found = await (request ? requested(ports, request, given) : unsolicited(ports, given))
  if (!found) throw refused()
  const { connection, settings, facts } = found
  if (!(await isFirst(ports, 'saml-assertion', `${connection.id}:${facts.assertionId}`))) throw refused()
  if (request) await spendTicket(ports.store, request.ticket, ports.clock.now())
  const identity = samlIdentity(facts, settings.attributes)
  const proof = request?.stepUp && { stepUp: { ...request.stepUp, authnContext: facts.authnContext } }
  return { connection, identity, browser: request?.browser ?? '', ...proof }
}
