import { type SamlProblem, samlCodeOf } from '../../../rules/saml-problem.ts'
import type { SamlClaims, SamlFacts } from '../../ports/saml.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { samlProblem } from './saml.ts'
import { decryptionKeysOf } from './saml-keys.ts'
import type { SamlSettings } from './saml-settings.ts'
import { signersFor } from './saml-signers.ts'
import { rememberFailure } from './setup/failures.ts'
import type { StepUpRequest } from './sso-requests.ts'

export interface Candidate {
  connection: SsoConnectionRecord
  requestId: string | undefined
  stepUp?: StepUpRequest | undefined
}

export interface Given {
  response: string
  claims: SamlClaims
}

/** A response that is valid for one connection. */
export interface Proven {
  connection: SsoConnectionRecord
  settings: SamlSettings
  facts: SamlFacts
}

interface SignedBy {
  response: string
  publicCertificate: string
}

export const verifySaml = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { response, publicCertificate }: SignedBy,
): Promise<SamlFacts | undefined> => {
  const decryptionKeys = await decryptionKeysOf(ports, connection.tenantId)
  return ports.saml.verify({ ...connection, publicCertificate, decryptionKeys }, response)
}

export const problemOf = (
  ports: Ports,
  { connection, requestId, stepUp }: Candidate,
  { facts, settings }: { facts: SamlFacts | undefined; settings: SamlSettings },
): SamlProblem | undefined => {
  if (!facts) return 'signature'
  const { acsUrl, spEntityId, idpEntityId } = connection
  const { requireEncryption, clockToleranceSeconds } = settings
  const now = ports.clock.now()
  return samlProblem(facts, {
    acsUrl,
    spEntityId,
    idpEntityId,
    requestId,
    now,
    requireEncryption,
    toleranceMs: clockToleranceSeconds * 1_000,
    since: stepUp?.since,
  })
}

/** Returns the facts of a response, and the problem if it isn't accepted. */
export const validateResponse = async (
  ports: Ports,
  candidate: Candidate,
  { response, claims, settings }: Given & { settings: SamlSettings },
): Promise<{ facts: SamlFacts | undefined; problem: SamlProblem | undefined }> => {
  const { connection } = candidate
  const signers = signersFor(ports, connection, { response, claims })
  const publicCertificate = signers.map(({ certificate }) => certificate.pem).join('')
  const facts = await verifySaml(ports, connection, { response, publicCertificate })
  return { facts, problem: problemOf(ports, candidate, { facts, settings }) }
}

type Receiver = Pick<Exchange, 'ports' | 'caller'>

/**
 * Records a problem. Any client can send forged responses, so there is one audit entry for each failure that is
 * counted, and no more.
 */
export const noteProblem = async (
  { ports, caller }: Receiver,
  connection: SsoConnectionRecord,
  problem: SamlProblem,
): Promise<void> => {
  ports.log.warn(`A SAML response for connection ${connection.id} was refused: ${problem}`)
  if (!(await rememberFailure(ports, connection, problem))) return
  const code = samlCodeOf(problem)
  await audit(ports, caller, {
    tenantId: connection.tenantId,
    action: 'Sign-in refused',
    resource: 'SSO',
    severity: 'Medium',
    description: `A response of the identity provider was refused: ${code}`,
    detail: { connectionId: connection.id, code },
  })
}

/** Records why a response is refused for a connection. */
export type NoteProblem = (connection: SsoConnectionRecord, problem: SamlProblem) => Promise<void>
