import { type SamlProblem, samlCodeOf } from '../../../rules/saml-problem.ts'
import { Refusal } from '../../call/refusal.ts'
import type { ForeignIdentity } from '../../ports/sso.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'
import { isFirst } from '../base/limits/limits.ts'
import { spendTicket } from '../base/tickets.ts'
import { isReady } from '../identity/access/required-sso.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { samlIdentity } from './saml.ts'
import { type Candidate, type Given, judgeResponse, type NoteProblem, noteProblem, type Proven } from './saml-judge.ts'
import { samlSettingsOf } from './saml-settings.ts'
import { unsolicited } from './saml-unsolicited.ts'
import { findRequest, type ProvenStepUp } from './sso-requests.ts'

/** The verified content of a response. */
interface Consumed {
  connection: SsoConnectionRecord
  identity: ForeignIdentity
  /** The mark of the browser that started the sign-in; empty for a sign-in that the provider started. */
  browser: string
  stepUp?: ProvenStepUp
}

const STATUS = 400

/**
 * Creates a refusal with the same text for every cause, and a code that the user can report. The code reveals nothing
 * to an attacker: a response without a valid signature always has the same one, regardless of other problems such as
 * failed decryption.
 */
const refused = (problem: SamlProblem) => {
  const text = 'We couldn’t verify the response from your identity provider. Start again.'
  return new Refusal(STATUS, [text], {}, { code: samlCodeOf(problem) })
}

const openRequest = async (ports: Ports, relayState: string) => {
  const found = relayState ? await findRequest(ports, relayState) : undefined
  if (found?.request.kind !== 'saml') return undefined
  const { connectionId, requestId, browser, stepUp } = found.request
  const connection = await ports.store.ssoConnections.get(connectionId)
  return connection && isReady(connection)
    ? { connection, requestId, browser, stepUp, ticket: found.ticket }
    : undefined
}

const requested = async (
  ports: Ports,
  candidate: Candidate,
  given: Given & { note: NoteProblem },
): Promise<Proven | undefined> => {
  const { connection } = candidate
  const settings = await samlSettingsOf(ports, connection)
  const { facts, problem } = await judgeResponse(ports, candidate, { ...given, settings })
  if (problem) await given.note(connection, problem)
  return facts && !problem ? { connection, settings, facts } : undefined
}

/** Consumes a response of the POST binding. Each assertion and each request can be used only once. */
export const consumeResponse = async (
  exchange: Pick<Exchange, 'ports' | 'caller'>,
  { response, relayState }: { response: string; relayState: string },
): Promise<Consumed> => {
  const { ports } = exchange
  const claims = ports.saml.peek(response)
  if (!claims) throw refused('unreadable')
  const request = await openRequest(ports, relayState)
  if ('problem' in claims) {
    if (request) await noteProblem(exchange, request.connection, claims.problem)
    throw refused(claims.problem)
  }
  if (!request && claims.inResponseTo !== undefined) throw refused('inResponseTo')
  const problems: SamlProblem[] = []
  const note: NoteProblem = async (connection, problem) => {
    problems.push(problem)
    await noteProblem(exchange, connection, problem)
  }
  const given = { response, claims, note }
  const found = await (request ? requested(ports, request, given) : unsolicited(ports, given))
  if (!found) throw refused(problems[0] ?? 'refused')
  const { connection, settings, facts } = found
  if (!(await isFirst(ports, 'saml-assertion', `${connection.id}:${facts.assertionId}`))) throw refused('used')
  if (request) await spendTicket(ports.store, request.ticket, ports.clock.now())
  const identity = samlIdentity(facts, settings.attributes)
  const proof = request?.stepUp && { stepUp: { ...request.stepUp, authnContext: facts.authnContext } }
  return { connection, identity, browser: request?.browser ?? '', ...proof }
}
