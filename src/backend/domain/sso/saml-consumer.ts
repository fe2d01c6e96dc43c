import { badRequest, forbidden } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { SamlFacts } from '../../saml-ports.ts'
import type { ForeignIdentity } from '../../sso-ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'
import { spendTicket } from '../credentials/tickets.ts'
import { isFirst } from '../limits/limits.ts'
import { rememberFailure } from '../sso-setup/setups.ts'
import { isOidc, isReady } from './ready.ts'
import { samlIdentity, samlProblem } from './saml.ts'
import { decryptionKeysOf } from './saml-keys.ts'
import { type SamlSettings, samlSettingsOf } from './saml-settings.ts'
import { findRequest, type ProvenStepUp, type StepUpRequest } from './sso-requests.ts'

/** What a response proved. */
export interface Consumed {
  connection: SsoConnectionRecord
  identity: ForeignIdentity
  /** Of the browser that asked; `''` for a sign-in that the provider began. */
  browser: string
  stepUp?: ProvenStepUp
}

interface Candidate {
  connection: SsoConnectionRecord
  requestId: string | undefined
  stepUp?: StepUpRequest | undefined
}

/** One text for every cause: a forger learns nothing; the log has the reason. */
const refused = () => badRequest('We couldn’t verify the response from your identity provider. Start again.')

/** The connections a response may belong to: that of our request, or those that accept unsolicited responses. */
const candidatesFor = async (ports: Ports, issuer: string, request: Candidate | undefined): Promise<Candidate[]> => {
  if (request) return [request]
  const all = await ports.store.ssoConnections.list({ enabled: true, allowIdpInitiated: true, idpEntityId: issuer })
  return all.filter((connection) => !isOidc(connection)).map((connection) => ({ connection, requestId: undefined }))
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

/** The facts of a response, and why it isn't accepted, if so. */
export const judgeResponse = async (
  ports: Ports,
  { connection, requestId, stepUp }: Candidate,
  { response, settings }: { response: string; settings: SamlSettings },
): Promise<{ facts: SamlFacts | undefined; problem: string | undefined }> => {
  const decryptionKeys = await decryptionKeysOf(ports, connection.tenantId)
  const facts = await ports.saml.verify({ ...connection, decryptionKeys }, response)
  const { acsUrl, spEntityId, idpEntityId } = connection
  const { requireEncryption } = settings
  const now = ports.clock.now()
  const expected = { acsUrl, spEntityId, idpEntityId, requestId, now, requireEncryption, since: stepUp?.since }
  return { facts, problem: facts ? samlProblem(facts, expected) : 'signature' }
}

const proven = async (
  ports: Ports,
  candidate: Candidate,
  given: { response: string; settings: SamlSettings },
): Promise<SamlFacts | undefined> => {
  const { connection } = candidate
  const { facts, problem } = await judgeResponse(ports, candidate, given)
  if (problem) {
    ports.log.warn(`A SAML response for connection ${connection.id} was refused: ${problem}`)
    await rememberFailure(ports, connection, problem)
  }
  return problem ? undefined : facts
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
  const candidates = await candidatesFor(ports, claims.issuer, request)
  if (candidates.length === 0)
    throw forbidden('This account doesn’t allow sign-ins that start at your identity provider.')
  for (const candidate of candidates) {
    const { connection } = candidate
    const settings = await samlSettingsOf(ports, connection)
    const facts = await proven(ports, candidate, { response, settings })
    if (!facts) continue
    if (!(await isFirst(ports, 'saml-assertion', `${connection.id}:${facts.assertionId}`))) throw refused()
    if (request) await spendTicket(ports.store, request.ticket, ports.clock.now())
    const identity = samlIdentity(facts, settings.attributes)
    const { stepUp } = candidate
    const proof = stepUp && { stepUp: { ...stepUp, authnContext: facts.authnContext } }
    return { connection, identity, browser: request?.browser ?? '', ...proof }
  }
  throw refused()
}
