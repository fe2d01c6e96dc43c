import { domainOf, normalizeEmail } from '../../../rules/email.ts'
import { badRequest } from '../../call/refusal.ts'
import type { SamlDelivery, SamlLogoutRequest, SamlMessage } from '../../ports/saml.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import { isFirst } from '../base/limits/limits.ts'
import { isOidc } from '../identity/access/required-sso.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { endSsoSession } from '../identity/sessions/sso-session.ts'
import { inTurns } from './issuer-connections.ts'
import { decryptionKeysOf } from './saml-keys.ts'
import { isNamed, logoutProblem } from './saml-logout-rules.ts'
import { logoutUrlOf } from './saml-metadata.ts'
import { logoutResponseUrlOf, samlSettingsOf } from './saml-settings.ts'

/** Creates a refusal with the same text for every cause, so that a forger learns nothing. The log has the reason. */
const refusedLogout = () => badRequest('We couldn’t verify the sign-out message from your identity provider.')

/** The maximum number of connections that are tried per message, because more would make it too expensive to verify. */
const MAX_CONNECTIONS = 20

/** Returns the connections whose account has verified the domain of a name at the provider, if the name is an email. */
const ownersOf = async ({ store }: Ports, nameId: string): Promise<ReadonlySet<string>> => {
  const email = normalizeEmail(nameId)
  const domains = email ? await store.ssoDomains.list({ domain: domainOf(email), validated: true }) : []
  return new Set(domains.map(({ connectionId }) => connectionId))
}

/**
 * Returns the enabled connections of an issuer, limited so that a message is cheap to verify: first those with the
 * verified domain of the user, then those with a session of the user, then the others in turns. The first connection
 * for which a message is valid responds to it, so a copy of a provider must not precede the original connection.
 */
const concernedBy = async (ports: Ports, { issuer, nameId }: Claimed): Promise<SsoConnectionRecord[]> => {
  const { store } = ports
  if (issuer === '') return []
  const all = (await store.ssoConnections.list({ enabled: true, idpEntityId: issuer })).filter((each) => !isOidc(each))
  const sessions = await store.samlSessions.list({ nameId, connectionId: { in: all.map(({ id }) => id) } })
  const named = new Set(sessions.map(({ connectionId }) => connectionId))
  const owners = await ownersOf(ports, nameId)
  const rank = ({ id }: SsoConnectionRecord) => Number(owners.has(id)) * 2 + Number(named.has(id))
  const ordered = await inTurns(ports, all)
  return ordered.sort((one, other) => rank(other) - rank(one)).slice(0, MAX_CONNECTIONS)
}

type Claimed = Pick<SamlLogoutRequest, 'issuer' | 'nameId'>

interface Signed {
  connection: SsoConnectionRecord
  logout: SamlLogoutRequest
}

interface Received {
  claimed: Claimed
  message: SamlMessage
}

const reasonOf = async (ports: Ports, connection: SsoConnectionRecord, { claimed, message }: Received) => {
  const { logoutUrl, clockToleranceSeconds } = await samlSettingsOf(ports, connection)
  if (logoutUrl === '') return { problem: 'turned off' }
  const { idpEntityId, publicCertificate, tenantId } = connection
  const decryptionKeys = claimed.nameId === '' ? await decryptionKeysOf(ports, tenantId) : []
  const logout = ports.saml.verifyLogout({ publicCertificate, decryptionKeys }, message)
  if (logout?.kind !== 'request') return { problem: 'signature' }
  const toleranceMs = clockToleranceSeconds * 1_000
  const expected = { destination: logoutUrlOf(ports.config.apiUrl), idpEntityId, now: ports.clock.now(), toleranceMs }
  const problem = logoutProblem(logout, expected)
  return problem === undefined ? { logout } : { problem }
}

/** Returns the connections whose provider signed a request, with its content. Several tenants may share a provider. */
const signersOf = async (ports: Ports, claimed: Claimed, message: SamlMessage): Promise<Signed[]> => {
  const signed: Signed[] = []
  for (const connection of await concernedBy(ports, claimed)) {
    const { logout, problem } = await reasonOf(ports, connection, { claimed, message })
    if (problem) ports.log.warn(`A SAML logout for connection ${connection.id} was refused: ${problem}`)
    if (logout) signed.push({ connection, logout })
  }
  return signed
}

const endNamed = async ({ ports, caller }: Exchange, { connection, logout }: Signed): Promise<void> => {
  const { id: connectionId, tenantId } = connection
  const sessions = await ports.store.samlSessions.list({ connectionId, nameId: logout.nameId })
  for (const session of sessions.filter((each) => isNamed(logout, each))) {
    if ((await endSsoSession(ports, session)) === 0) continue
    await audit(ports, caller, {
      tenantId,
      user: await ports.store.users.get(session.userId),
      action: 'User signed out',
      resource: 'Authentication',
      description: 'Signed out by the identity provider',
      detail: { connectionId },
    })
  }
}

/** A response to the provider, and URLs of the provider, whose pages may show it in a frame. */
export interface LogoutReply extends SamlDelivery {
  framedBy: readonly string[]
}

const responseTo = async (ports: Ports, { connection, logout }: Signed, relayState: string): Promise<LogoutReply> => {
  const settings = await samlSettingsOf(ports, connection)
  const response = {
    kind: 'response',
    id: `_${ports.random.uuid()}`,
    issuer: connection.spEntityId,
    destination: logoutResponseUrlOf(settings),
    issuedAt: ports.clock.now(),
    inResponseTo: logout.id,
    isSuccess: true,
  } as const
  const delivery = await ports.saml.deliverLogout(response, { binding: settings.logoutBinding, relayState })
  return { ...delivery, framedBy: [response.destination, settings.logoutUrl, connection.ssoEndpoint] }
}

/** Ends the sessions that a provider's request names, once, and responds to it. */
export const endByProvider = async (
  exchange: Exchange,
  message: SamlMessage,
  relayState: string,
): Promise<LogoutReply> => {
  const { ports } = exchange
  const claimed = ports.saml.readUnverifiedLogout(message)
  const signed = claimed?.kind === 'request' ? await signersOf(ports, claimed, message) : []
  const [first] = signed
  if (!first || !(await isFirst(ports, 'saml-logout', `${first.logout.issuer}:${first.logout.id}`)))
    throw refusedLogout()
  for (const each of signed) await endNamed(exchange, each)
  return responseTo(ports, first, relayState)
}
