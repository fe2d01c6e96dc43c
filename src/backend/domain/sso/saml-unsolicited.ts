import { domainOf, normalizeEmail } from '../../../rules/email.ts'
import { IDP_INITIATED } from '../../../rules/saml-problem.ts'
import { Refusal } from '../../call/refusal.ts'
import type { SamlFacts } from '../../ports/saml.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'
import { isOidc, isReady } from '../identity/access/ready.ts'
import { precedenceOf } from '../identity/access/required-sso.ts'
import { inTurns } from './issuer-connections.ts'
import { samlIdentity } from './saml.ts'
import { type Given, judgeResponse, type NoteProblem, type Proven, problemOf, verifySaml } from './saml-judge.ts'
import { decryptionKeysOf } from './saml-keys.ts'
import { samlSettingsOf } from './saml-settings.ts'
import { signerFor } from './saml-signers.ts'

/** Private keys that are tried on an encrypted assertion. */
const MAX_KEYS = 20
/** Connections of one account that an encrypted assertion is verified for in full. */
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

/** A response, and where the reason goes if it is refused. */
type Received = Given & { note: NoteProblem }

/** Accepts what verified facts say, for each connection that trusts the certificate they were signed with. */
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

/** Verified once, for every connection that trusts the certificate it is signed with. */
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

/** The connections of the account that an encrypted assertion is for: each account has keys of its own. */
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

/** Those whose account has verified the domain of an email; a verified domain belongs to one account. */
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

/** Where no account has verified the domain: the only one that accepts such emails, or that has this user. */
const withoutOwner = async (ports: Ports, proven: readonly Proven[]): Promise<Proven | undefined> => {
  if (proven.length < 2) return proven[0]
  const accepting = proven.filter(({ connection }) => connection.skipEmailDomainValidation)
  if (accepting.length < 2) return accepting[0]
  const [first, ...others] = await filtered(accepting, (each) => hasMember(ports, each))
  return others.length === 0 ? first : undefined
}

/**
 * Accounts may share an issuer and its certificate, or copy those of others. The one that has verified the domain of the
 * email receives the sign-in or refuses it, as it does for sign-ins that begin here; a copy changes nothing for it.
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

/** A sign-in that the provider began, for one connection of its issuer. */
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
