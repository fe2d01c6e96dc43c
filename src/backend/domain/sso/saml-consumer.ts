import { domainOf, normalizeEmail } from '../../../rules/email.ts'
import { IDP_INITIATED, type SamlProblem, samlCodeOf } from '../../../rules/saml-problem.ts'
import { Refusal } from '../../call/refusal.ts'
import type { SamlFacts } from '../../ports/saml.ts'
import type { ForeignIdentity } from '../../ports/sso.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'
import { isFirst } from '../base/limits/limits.ts'
import { spendTicket } from '../base/tickets.ts'
import { isOidc, isReady, precedenceOf } from '../identity/access/required-sso.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { inTurns } from './issuer-connections.ts'
import { samlIdentity } from './saml.ts'
import { decryptionKeysOf } from './saml-keys.ts'
import { samlSettingsOf } from './saml-settings.ts'
import { signerFor } from './saml-signers.ts'
import {
  type Candidate,
  type Given,
  type NoteProblem,
  noteProblem,
  type Proven,
  problemOf,
  validateResponse,
  verifySaml,
} from './saml-validation.ts'
import { findRequest, type ProvenStepUp } from './sso-requests.ts'

/** The maximum number of private keys that are tried on an encrypted assertion. */
const MAX_KEYS = 20
/** The maximum number of an account's connections for which an encrypted assertion is fully verified. */
const MAX_ENCRYPTED_TRIES = 2

const FORBIDDEN = 403

const notAllowed = () =>
  new Refusal(
    FORBIDDEN,
    ['This account doesn’t allow sign-ins that start at your identity provider.'],
    {},
    {
      code: IDP_INITIATED,
    },
  )

/** A response, and the function that records why it is refused. */
type Received = Given & { note: NoteProblem }

/**
 * Checks verified facts for each connection that trusts the certificate they were signed with, and returns those that
 * accept them.
 */
const acceptedBy = async (
  ports: Ports,
  connections: readonly SsoConnectionRecord[],
  { facts, note }: { facts: SamlFacts; note: NoteProblem },
) => {
  const validated = await Promise.all(
    connections.map(async (connection) => {
      const settings = await samlSettingsOf(ports, connection)
      const problem = problemOf(ports, { connection, requestId: undefined }, { facts, settings })
      if (problem) await note(connection, problem)
      return problem ? [] : [{ connection, settings, facts }]
    }),
  )
  return validated.flat()
}

/** Verifies a response once, for all connections that trust the certificate it is signed with. */
const provenPlain = async (ports: Ports, connections: readonly SsoConnectionRecord[], given: Received) => {
  const { response, claims, note } = given
  const signer = signerFor(ports, connections, { response, claims })
  const [first] = signer?.connections ?? []
  if (!signer || !first) return []
  const facts = await verifySaml(ports, first, { response, publicCertificate: signer.certificate.pem })
  if (facts) return acceptedBy(ports, signer.connections, { facts, note })
  await note(first, 'signature')
  return []
}

/** Returns the connections of the account that an encrypted assertion is for, because each account has its own keys. */
const encryptedFor = async (ports: Ports, connections: readonly SsoConnectionRecord[], { response }: Given) => {
  const keys = new Map<string, string>()
  for (const tenantId of new Set(connections.map((connection) => connection.tenantId))) {
    if (keys.size >= MAX_KEYS) break
    for (const key of await decryptionKeysOf(ports, tenantId)) keys.set(key, tenantId)
  }
  const key = await ports.saml.keyFor(response, [...keys.keys()])
  const found = connections.filter(({ tenantId }) => key !== undefined && keys.get(key) === tenantId)
  return (found.length > 0 ? found : connections.slice(0, 1)).slice(0, MAX_ENCRYPTED_TRIES)
}

const provenEncrypted = async (ports: Ports, connections: readonly SsoConnectionRecord[], given: Received) => {
  const proven: Proven[] = []
  for (const connection of await encryptedFor(ports, connections, given)) {
    const settings = await samlSettingsOf(ports, connection)
    const { facts, problem } = await validateResponse(
      ports,
      { connection, requestId: undefined },
      { ...given, settings },
    )
    if (problem) await given.note(connection, problem)
    if (facts && !problem) proven.push({ connection, settings, facts })
  }
  return proven
}

const emailOf = ({ facts, settings }: Proven): string =>
  normalizeEmail(samlIdentity(facts, settings.attributes).email ?? '') ?? ''

/**
 * Returns the connections whose account has verified the domain of an email; a verified domain belongs to one account.
 */
const ownersOf = async (ports: Ports, connections: readonly SsoConnectionRecord[], email: string) => {
  if (email === '') return []
  const domains = await ports.store.ssoDomains.list({ domain: domainOf(email), validated: true })
  const ids = new Set(domains.map(({ connectionId }) => connectionId))
  return connections.filter(({ id }) => ids.has(id))
}

const hasMember = async (ports: Ports, each: Proven): Promise<boolean> => {
  const user = await ports.store.users.find({ email: emailOf(each) })
  const { tenantId } = each.connection
  return user !== undefined && (await ports.store.members.count({ tenantId, userId: user.id, activated: true })) > 0
}

const filtered = async (proven: readonly Proven[], isKept: (each: Proven) => Promise<boolean>) =>
  (await Promise.all(proven.map(async (each) => ((await isKept(each)) ? [each] : [])))).flat()

/**
 * Chooses the connection if no account has verified the domain: the only one that accepts such emails, or the only one
 * that has this user.
 */
const withoutOwner = async (ports: Ports, proven: readonly Proven[]): Promise<Proven | undefined> => {
  if (proven.length < 2) return proven[0]
  const accepting = proven.filter(({ connection }) => connection.skipEmailDomainValidation)
  if (accepting.length < 2) return accepting[0]
  const [first, ...others] = await filtered(accepting, (each) => hasMember(ports, each))
  return others.length === 0 ? first : undefined
}

/**
 * Chooses the connection that receives a sign-in. Accounts may share an issuer and its certificate, or copy those of
 * others. The account that has verified the domain of the email receives the sign-in or refuses it, like a sign-in that
 * starts here, and a copy doesn't change that.
 */
const receiverOf = async (
  ports: Ports,
  proven: readonly Proven[],
  all: readonly SsoConnectionRecord[],
): Promise<Proven | undefined> => {
  const owned = await filtered(
    proven,
    async (each) => (await ownersOf(ports, [each.connection], emailOf(each))).length > 0,
  )
  const setups = await ports.store.ssoSetups.list({ id: { in: owned.map(({ connection }) => connection.id) } })
  const inOrder = precedenceOf(setups)
  const [first] = owned.sort((one, other) => inOrder(one.connection, other.connection))
  if (first)
    return owned.every(({ connection }) => connection.tenantId === first.connection.tenantId) ? first : undefined
  const free = await filtered(proven, async (each) => (await ownersOf(ports, all, emailOf(each))).length === 0)
  if (proven.length > 0 && free.length === 0) throw notAllowed()
  return withoutOwner(ports, free)
}

/** Accepts a sign-in that the provider started, for one connection of its issuer. */
export const unsolicited = async (ports: Ports, given: Received): Promise<Proven | undefined> => {
  const where = { enabled: true, idpEntityId: given.claims.issuer }
  const all = (await ports.store.ssoConnections.list(where)).filter((each) => !isOidc(each) && isReady(each))
  const allowing = await inTurns(
    ports,
    all.filter(({ allowIdpInitiated }) => allowIdpInitiated),
  )
  if (allowing.length === 0) throw notAllowed()
  const proven = await (given.claims.isEncrypted ? provenEncrypted : provenPlain)(ports, allowing, given)
  return receiverOf(ports, proven, all)
}

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
  const { facts, problem } = await validateResponse(ports, candidate, { ...given, settings })
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
