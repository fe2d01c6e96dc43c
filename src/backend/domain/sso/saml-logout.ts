import { domainOf, normalizeEmail } from '../../../rules/email.ts'
import { badRequest } from '../../call/refusal.ts'
import type { SamlDelivery, SamlLogoutRequest, SamlMessage } from '../../ports/saml.ts'
import type { Ports } from '../../ports.ts'
import { jsonOf } from '../../store/json-text.ts'
import type { SamlSessionRecord, SessionRecord, SsoConnectionRecord, TicketRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import { isFirst } from '../base/limits/limits.ts'
import { keepSecret, liveTicket, liveTicketByHash, spendTicket, TICKET_LIFE_MS } from '../base/tickets.ts'
import { isOidc } from '../identity/access/required-sso.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { endSsoSession, ssoSessionOf } from '../identity/sessions/sso-session.ts'
import { inTurns } from './issuer-connections.ts'
import { decryptionKeysOf } from './saml-keys.ts'
import { isNamed, logoutProblem } from './saml-logout-rules.ts'
import { logoutUrlOf, oidcLogoutReturn } from './saml-metadata.ts'
import { logoutResponseUrlOf, type SamlSettings, samlSettingsOf } from './saml-settings.ts'
import { idTokenUse, oidcProviderOf } from './sso.ts'

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

/** The token must fit in a RelayState (80 bytes, SAML Bindings 3.4.3). */
const TOKEN_BYTES = 24
const LIFE_MS = TICKET_LIFE_MS['saml-logout']

interface OpenLogout {
  connectionId: string
  /** The id of the `samlSessions` row. */
  ssoSessionId: string
  requestId: string
  nameId: string
  nameIdFormat: string
  sessionIndex: string
}

interface FoundLogout {
  connection: SsoConnectionRecord
  settings: SamlSettings
  open: OpenLogout
}

const connectionOf = async (ports: Ports, { connectionId }: Pick<SamlSessionRecord, 'connectionId'>) => {
  const connection = await ports.store.ssoConnections.get(connectionId)
  if (!connection?.enabled) return undefined
  const settings = await samlSettingsOf(ports, connection)
  return settings.logoutUrl === '' ? undefined : { connection, settings }
}

/**
 * The request's id contains the hash of the token, because some providers return no RelayState with their response. The
 * token itself is not stored.
 */
const requestIdOf = (tokenHash: string): string => `_${tokenHash}`

const keepLogout = async (ports: Ports, found: SamlSessionRecord, connection: SsoConnectionRecord): Promise<string> => {
  const { id: ssoSessionId, nameId, nameIdFormat, sessionIndex, userId } = found
  const token = ports.random.token(TOKEN_BYTES)
  const requestId = requestIdOf(await ports.keyedHash('ticket', token))
  const detail: OpenLogout = {
    connectionId: connection.id,
    ssoSessionId,
    requestId,
    nameId,
    nameIdFormat,
    sessionIndex,
  }
  const { tenantId } = connection
  await keepSecret(ports, token, { purpose: 'saml-logout', userId, tenantId, lifeMs: LIFE_MS, detail })
  return token
}

/**
 * Ends all sessions here that came from the same session at the provider. Returns a token if the provider can be
 * notified.
 */
export const endWithProvider = async (ports: Ports, session: SessionRecord): Promise<string | undefined> => {
  const found = await ssoSessionOf(ports, session)
  if (!found) return undefined
  await endSsoSession(ports, found)
  const target = await connectionOf(ports, found)
  return target && keepLogout(ports, found, target.connection)
}

const openLogout = async (ports: Ports, ticket: TicketRecord | undefined) => {
  // Only `keepLogout` writes this value.
  const open = ticket && (jsonOf(ticket.detail) as unknown as OpenLogout)
  const target = open && (await connectionOf(ports, open))
  return target && { ...target, ticket, open }
}

const logoutByToken = async (ports: Ports, token: string) =>
  openLogout(ports, token ? await liveTicket(ports, 'saml-logout', token) : undefined)

const NO_LONGER_VALID = 'This link is no longer valid.'

/**
 * Returns the logout URL of an OpenID Connect provider, which redirects back without a message that must be verified.
 */
const oidcLogoutUrl = async (ports: Ports, { connection, settings, open }: FoundLogout): Promise<string> => {
  const { idToken } = (await ports.store.samlSessions.get(open.ssoSessionId)) ?? { idToken: null }
  if (idToken === null) throw badRequest(NO_LONGER_VALID)
  return ports.oidc.logoutUrl(await oidcProviderOf(ports, connection), {
    endpoint: settings.logoutUrl,
    idToken: (await ports.secretBox.open(idToken, idTokenUse(open.ssoSessionId))).text,
    returnTo: oidcLogoutReturn(ports.config),
  })
}

/** Creates our request to end the session at the provider, only once per token. */
export const requestLogout = async (ports: Ports, token: string): Promise<SamlDelivery> => {
  const found = await logoutByToken(ports, token)
  if (!found || !(await isFirst(ports, 'saml-logout-start', found.ticket.id))) {
    throw badRequest(NO_LONGER_VALID)
  }
  const { connection, settings, open } = found
  if (isOidc(connection)) return { url: await oidcLogoutUrl(ports, found) }
  const { requestId, nameId, nameIdFormat, sessionIndex } = open
  const now = ports.clock.now()
  const request = {
    kind: 'request',
    id: requestId,
    issuer: connection.spEntityId,
    destination: settings.logoutUrl,
    issuedAt: now,
    notOnOrAfter: now + LIFE_MS,
    nameId,
    nameIdFormat,
    sessionIndex,
  } as const
  return ports.saml.deliverLogout(request, { binding: settings.logoutBinding, relayState: token })
}

/** Finds the logout that a response belongs to by its RelayState, or else by the request that it names. */
const respondedLogout = async (ports: Ports, message: SamlMessage, relayState: string) => {
  const found = await logoutByToken(ports, relayState)
  if (found) return found
  const claimed = ports.saml.readUnverifiedLogout(message)
  const named = claimed?.kind === 'response' ? claimed.inResponseTo : undefined
  const reference = named?.slice(requestIdOf('').length) ?? ''
  const ticket = reference ? await liveTicketByHash(ports, 'saml-logout', reference) : undefined
  // The id of a request that the release before sent contains the token itself.
  return ticket ? openLogout(ports, ticket) : logoutByToken(ports, reference)
}

/** Returns whether the provider confirmed our request. Each confirmation counts only once. */
export const isLogoutConfirmed = async (ports: Ports, message: SamlMessage, relayState: string): Promise<boolean> => {
  const found = await respondedLogout(ports, message, relayState)
  if (!found) return false
  const { connection, settings, open, ticket } = found
  const logout = ports.saml.verifyLogout(connection, message)
  const destination = logoutUrlOf(ports.config.apiUrl)
  const { idpEntityId } = connection
  const toleranceMs = settings.clockToleranceSeconds * 1_000
  const expected = { destination, idpEntityId, requestId: open.requestId, now: ports.clock.now(), toleranceMs }
  const problem = logout?.kind === 'response' ? logoutProblem(logout, expected) : 'signature'
  if (problem) ports.log.warn(`A SAML logout response for connection ${connection.id} was refused: ${problem}`)
  if (problem) return false
  await spendTicket(ports.store, ticket, ports.clock.now())
  return true
}
