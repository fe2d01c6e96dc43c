import { domainOf, normalizeEmail } from '../../../rules/email.ts'
import { IDP_INITIATED } from '../../../rules/saml-problem.ts'
import { Refusal } from '../../call/refusal.ts'
import type { SamlFacts } from '../../ports/saml.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'
import { isOidc, isReady, precedenceOf } from '../identity/access/required-sso.ts'
import { inTurns } from './issuer-connections.ts'
import { samlIdentity } from './saml.ts'
import { type Given, judgeResponse, type NoteProblem, type Proven, problemOf, verifySaml } from './saml-judge.ts'
import { decryptionKeysOf } from './saml-keys.ts'
import { samlSettingsOf } from './saml-settings.ts'
import { signerFor } from './saml-signers.ts'

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
  const judged = await Promise.all(
    connections.map(async (connection) => {
      const settings = await samlSettingsOf(ports, connection)
      const problem = problemOf(ports, { connection, requestId: undefined }, { facts, settings })
      if (problem) await note(connection, problem)
      return problem ? [] : [{ connection, settings, facts }]
    }),
  )
  return judged.flat()
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
    const { facts, problem } = await judgeResponse(ports, { connection, requestId: undefined }, { ...given, settings })
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
