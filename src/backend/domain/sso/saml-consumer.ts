import { domainOf, normalizeEmail } from '../../../rules/email.ts'
import { badRequest, forbidden } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { SamlClaims, SamlFacts } from '../../saml-ports.ts'
import type { ForeignIdentity } from '../../sso-ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'
import { spendTicket } from '../credentials/tickets.ts'
import { isFirst } from '../limits/limits.ts'
import { rememberFailure } from '../sso-setup/setups.ts'
import { isOidc, isReady } from './ready.ts'
import { samlIdentity, samlProblem } from './saml.ts'
import { decryptionKeysOf } from './saml-keys.ts'
import { type SamlSettings, samlSettingsOf } from './saml-settings.ts'
import { likelySigners, type Signer } from './saml-signers.ts'
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

interface Given {
  response: string
  claims: SamlClaims
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

const verify = async (ports: Ports, connection: SsoConnectionRecord, { response, publicCertificate }: SignedBy) => {
  const decryptionKeys = await decryptionKeysOf(ports, connection.tenantId)
  return ports.saml.verify({ ...connection, publicCertificate, decryptionKeys }, response)
}

interface SignedBy {
  response: string
  publicCertificate: string
}

const problemOf = (
  ports: Ports,
  { connection, requestId, stepUp }: Candidate,
  { facts, settings }: { facts: SamlFacts | undefined; settings: SamlSettings },
): string | undefined => {
  if (!facts) return 'signature'
  const { acsUrl, spEntityId, idpEntityId } = connection
  const { requireEncryption } = settings
  const now = ports.clock.now()
  return samlProblem(facts, {
    acsUrl,
    spEntityId,
    idpEntityId,
    requestId,
    now,
    requireEncryption,
    since: stepUp?.since,
  })
}

/** The facts of a response, and why it isn't accepted, if so. */
export const judgeResponse = async (
  ports: Ports,
  candidate: Candidate,
  { response, claims, settings }: Given & { settings: SamlSettings },
): Promise<{ facts: SamlFacts | undefined; problem: string | undefined }> => {
  const { connection } = candidate
  const signers = triesOf(ports, likelySigners(ports, [connection], claims), { response, claims })
  const publicCertificate = signers.map(({ certificate }) => certificate.pem).join('')
  const facts = await verify(ports, connection, { response, publicCertificate })
  return { facts, problem: problemOf(ports, candidate, { facts, settings }) }
}

/** A response that is genuine for one connection. */
interface Proven {
  connection: SsoConnectionRecord
  settings: SamlSettings
  facts: SamlFacts
}

const noteProblem = async (ports: Ports, connection: SsoConnectionRecord, problem: string) => {
  ports.log.warn(`A SAML response for connection ${connection.id} was refused: ${problem}`)
  await rememberFailure(ports, connection, problem)
}

const requested = async (ports: Ports, candidate: Candidate, given: Given): Promise<Proven[]> => {
  const { connection } = candidate
  const settings = await samlSettingsOf(ports, connection)
  const { facts, problem } = await judgeResponse(ports, candidate, { ...given, settings })
  if (problem) await noteProblem(ports, connection, problem)
  return facts && !problem ? [{ connection, settings, facts }] : []
}

/** Accepts what verified facts say, for each connection that trusts the certificate they were signed with. */
const acceptedBy = async (ports: Ports, connections: readonly SsoConnectionRecord[], facts: SamlFacts) => {
  const judged = await Promise.all(
    connections.map(async (connection) => {
      const settings = await samlSettingsOf(ports, connection)
      const problem = problemOf(ports, { connection, requestId: undefined }, { facts, settings })
      if (problem) await noteProblem(ports, connection, problem)
      return problem ? [] : [{ connection, settings, facts }]
    }),
  )
  return judged.flat()
}

/** One certificate to verify with in full; two where an encrypted assertion hides its signature. */
const triesOf = (ports: Ports, signers: readonly Signer[], { response, claims }: Given): readonly Signer[] => {
  const pems = signers.map(({ certificate }) => certificate.pem)
  const maker = ports.saml.signerOf(response, pems)
  const made = signers.filter(({ certificate }) => certificate.pem === maker)
  if (made.length > 0) return made
  return claims.isEncrypted ? signers : signers.slice(0, 1)
}

/** A sign-in that the provider began: every connection of the issuer that takes such responses and trusts its signer. */
const unsolicited = async (ports: Ports, given: Given): Promise<Proven[]> => {
  const { response, claims } = given
  const where = { enabled: true, allowIdpInitiated: true, idpEntityId: claims.issuer }
  const all = (await ports.store.ssoConnections.list(where)).filter((connection) => !isOidc(connection))
  if (all.length === 0) throw forbidden('This account doesn’t allow sign-ins that start at your identity provider.')
  for (const { certificate, connections } of triesOf(ports, likelySigners(ports, all, claims), given)) {
    const [first, ...others] = connections
    // Each account has a key of its own, and nothing says for which one an assertion is encrypted.
    if (!first || (claims.isEncrypted && others.length > 0)) continue
    const facts = await verify(ports, first, { response, publicCertificate: certificate.pem })
    if (facts) return acceptedBy(ports, connections, facts)
    await noteProblem(ports, first, 'signature')
  }
  return []
}

/**
 * Accounts may share an issuer and its certificate. Then the one that has verified the domain of the email is entered, and
 * none if no account has.
 */
const onlyOne = async (ports: Ports, proven: readonly Proven[]): Promise<Proven | undefined> => {
  if (proven.length < 2) return proven[0]
  const owners = await Promise.all(
    proven.map(async (each) => {
      const email = normalizeEmail(samlIdentity(each.facts, each.settings.attributes).email ?? '')
      const where = { connectionId: each.connection.id, domain: email ? domainOf(email) : '', validated: true }
      return email && (await ports.store.ssoDomains.count(where)) > 0 ? [each] : []
    }),
  )
  const [owner, ...others] = owners.flat()
  return others.length === 0 ? owner : undefined
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
  const found = await onlyOne(ports, await (request ? requested(ports, request, given) : unsolicited(ports, given)))
  if (!found) throw refused()
  const { connection, settings, facts } = found
  if (!(await isFirst(ports, 'saml-assertion', `${connection.id}:${facts.assertionId}`))) throw refused()
  if (request) await spendTicket(ports.store, request.ticket, ports.clock.now())
  const identity = samlIdentity(facts, settings.attributes)
  const proof = request?.stepUp && { stepUp: { ...request.stepUp, authnContext: facts.authnContext } }
  return { connection, identity, browser: request?.browser ?? '', ...proof }
}
