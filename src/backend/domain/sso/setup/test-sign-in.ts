import type { SsoTest } from '../../../../entities/sso.ts'
import { domainOf, normalizeEmail } from '../../../../rules/email.ts'
import type { ForeignIdentity } from '../../../ports/sso.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, SsoConnectionRecord, UserRecord } from '../../../store/records.ts'
import { spendTicket } from '../../base/tickets.ts'
import type { Exchange } from '../../identity/access/sessions.ts'
import { domainVerdict } from '../../identity/restrictions/email-domains.ts'
import { roleIdsByMember, rolesByIds } from '../../identity/roles/grants.ts'
import { samlIdentity } from '../saml.ts'
import { samlSettingsOf } from '../saml-settings.ts'
import { validateResponse } from '../saml-validation.ts'
import { isOwnUser, oidcProviderOf, ownsDomain, providerOf, rolesFor } from '../sso.ts'
import { findRequest, type SsoRequest, takeRequest } from '../sso-requests.ts'
import { saveSetup } from './setups.ts'
import { storedTest } from './stored-test.ts'

type Problem = SsoTest['problem']

/** The user that an identity would sign in. */
interface Arriving {
  email: string
  /** Whether the account has verified the domain of the email, and may therefore see what is known about its user. */
  isProven: boolean
  user: UserRecord | undefined
  place: MemberRecord | undefined
}

const accountProblem = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { email, isProven, user }: Arriving,
): Promise<Problem> => {
  if (isProven) return null
  const domain = domainOf(email)
  if (connection.skipEmailDomainValidation) {
    const isFree = !user || (await isOwnUser(ports, connection, user))
    return isFree ? null : { code: 'otherAccount', detail: email }
  }
  // A domain that was added but is not verified yet is shown next to the result.
  const isAdded = (await ports.store.ssoDomains.count({ connectionId: connection.id, domain })) > 0
  return isAdded ? null : { code: 'emailDomain', detail: domain }
}

const userProblem = async ({ store, clock }: Ports, { email, isProven, user, place }: Arriving): Promise<Problem> => {
  if (!user || !(isProven || place)) return null
  if (await store.deletions.get(user.id)) return { code: 'deletionPending', detail: email }
  if (user.lockedAt !== null) return { code: 'locked', detail: email }
  if (place && place.disabledAt !== null) return { code: 'deactivated', detail: email }
  const hasEnded = place && place.temporaryUntil !== null && place.temporaryUntil <= clock.now()
  return hasEnded ? { code: 'accessEnded', detail: email } : null
}

/**
 * Returns the problem that would keep this user from signing in although the response is valid, in the order in which a
 * sign-in checks.
 */
const problemOf = async (ports: Ports, connection: SsoConnectionRecord, arriving: Arriving): Promise<Problem> => {
  const problem = await accountProblem(ports, connection, arriving)
  if (problem) return problem
  const { email, place } = arriving
  const isAccepted = place !== undefined || (await domainVerdict(ports, connection.tenantId, email)).accepted
  return isAccepted ? userProblem(ports, arriving) : { code: 'domainRestricted', detail: domainOf(email) }
}

const arrivingOf = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { identity, email: given }: { identity: ForeignIdentity; email: string },
): Promise<Arriving> => {
  const { store } = ports
  const link = await store.identities.find({ provider: providerOf(connection), subject: identity.subject })
  const linked = link && (await store.users.get(link.userId))
  const email = linked?.email ?? given
  const user = linked ?? (await store.users.find({ email }))
  const place = user && (await store.members.find({ tenantId: connection.tenantId, userId: user.id }))
  return { email, isProven: await ownsDomain(ports, connection, email), user, place }
}

const emailProblem = (identity: ForeignIdentity, emailAttribute: string | undefined): Problem => {
  const email = normalizeEmail(identity.email ?? '')
  if (!email && emailAttribute) return { code: 'mappedEmail', detail: emailAttribute }
  if (!email) return { code: 'email', detail: identity.email ?? '' }
  return identity.emailVerified === false ? { code: 'emailUnverified', detail: email } : null
}

/**
 * Returns the result that a sign-in with this identity would have. Members keep their roles; new members would get
 * those of the setup.
 */
const checkIdentity = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { identity, emailAttribute }: { identity: ForeignIdentity; emailAttribute: string | undefined },
): Promise<Pick<SsoTest, 'email' | 'roleIds' | 'isMember' | 'problem'>> => {
  const newRoles = await rolesFor(ports, connection, identity.groups)
  const email = normalizeEmail(identity.email ?? '')
  const problem = emailProblem(identity, emailAttribute)
  if (!email || problem) return { email: identity.email ?? null, roleIds: newRoles, isMember: false, problem }
  const arriving = await arrivingOf(ports, connection, { identity, email })
  // A sign-in treats a name as an email only if the account has verified the domain.
  if (identity.isEmailByName && !arriving.isProven) {
    return { email, roleIds: newRoles, isMember: false, problem: { code: 'emailDomain', detail: domainOf(email) } }
  }
  const { place } = arriving
  const held = place && (await roleIdsByMember(ports.store, connection.tenantId, [place])).get(place.id)
  return {
    email: arriving.email,
    roleIds: [...new Set(held ?? newRoles)],
    isMember: place !== undefined,
    problem: await problemOf(ports, connection, arriving),
  }
}

/** The data that a provider sent in a test. */
export interface TestArrival {
  identity?: ForeignIdentity | undefined
  attributes: SsoTest['attributes']
  /** The only attribute from which the connection reads the email. */
  emailAttribute?: string | undefined
  problem?: SsoTest['problem']
}

const MAX_ATTRIBUTES = 100
const MAX_TEXT = 500

/** Limits the attributes, so that a test stays readable for administrators regardless of what the provider sent. */
const shown = (attributes: SsoTest['attributes']): SsoTest['attributes'] =>
  attributes.slice(0, MAX_ATTRIBUTES).map(({ name, values }) => ({
    name: name.slice(0, MAX_TEXT),
    values: values.slice(0, MAX_ATTRIBUTES).map((value) => value.slice(0, MAX_TEXT)),
  }))

export const finishedTest = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { test, arrival }: { test: SsoTest; arrival: TestArrival },
): Promise<SsoTest> => {
  const { identity, attributes, emailAttribute } = arrival
  const checked = identity && (await checkIdentity(ports, connection, { identity, emailAttribute }))
  const roleIds = checked?.roleIds ?? []
  const roles = await rolesByIds(ports.store, connection.tenantId, roleIds)
  const problem = arrival.problem ?? checked?.problem ?? null
  return {
    ...test,
    status: problem ? 'failed' : 'passed',
    attributes: shown(attributes),
    email: checked?.email?.slice(0, MAX_TEXT) ?? null,
    groups: [...(identity?.groups ?? [])].slice(0, MAX_ATTRIBUTES),
    roleIds,
    roleNames: roles.map(({ name }) => name),
    isMember: checked?.isMember ?? false,
    problem: problem && { ...problem, detail: problem.detail.slice(0, MAX_TEXT) },
  }
}

type TestRequest = Extract<SsoRequest, { testId: string }>

interface OpenTest {
  connection: SsoConnectionRecord
  test: SsoTest
}

/** Returns the test that a request belongs to, unless another one was started or the settings have changed since. */
const openTest = async (ports: Ports, { connectionId, testId }: TestRequest): Promise<OpenTest | undefined> => {
  const connection = await ports.store.ssoConnections.get(connectionId)
  const test = storedTest(await ports.store.ssoSetups.get(connectionId))
  return connection && test?.id === testId && test.status === 'pending' ? { connection, test } : undefined
}

const finish = async (ports: Ports, { connection, test }: OpenTest, arrival: TestArrival): Promise<void> => {
  const finished = await finishedTest(ports, connection, { test, arrival })
  await saveSetup(ports, connection, { test: JSON.stringify(finished) })
}

const failed = (code: string, detail = ''): TestArrival => ({ attributes: [], problem: { code, detail } })

const samlArrival = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { requestId, response }: { requestId: string; response: string },
): Promise<TestArrival> => {
  const claims = ports.saml.peek(response)
  if (!claims) return failed('unreadable')
  if ('problem' in claims) return failed(claims.problem)
  const settings = await samlSettingsOf(ports, connection)
  const candidate = { connection, requestId, stepUp: undefined }
  const { facts, problem } = await validateResponse(ports, candidate, { response, claims, settings })
  if (!facts) return failed(problem ?? 'signature')
  const attributes = [
    { name: 'NameID', values: [facts.nameId] },
    ...Object.entries(facts.attributes).map(([name, values]) => ({ name, values: [...values] })),
  ]
  const { email: emailAttribute } = settings.attributes
  if (!problem) return { identity: samlIdentity(facts, settings.attributes), attributes, emailAttribute }
  const found: Readonly<Record<string, string>> = {
    audience: facts.audiences.flat().join(', '),
    issuer: facts.issuer,
    destination: facts.response.destination ?? '',
    status: facts.response.status,
  }
  return { attributes, problem: { code: problem, detail: found[problem] ?? '' } }
}

/** Returns whether the response belongs to a test. If so, the response is recorded and signs no user in. */
export const finishSamlTest = async (
  ports: Ports,
  { response, relayState }: { response: string; relayState: string },
): Promise<boolean> => {
  const found = relayState ? await findRequest(ports, relayState) : undefined
  if (found?.request.kind !== 'saml-test') return false
  const { request, ticket } = found
  await spendTicket(ports.store, ticket, ports.clock.now())
  const open = await openTest(ports, request)
  if (!open) return true
  await finish(ports, open, await samlArrival(ports, open.connection, { requestId: request.requestId, response }))
  return true
}

interface OidcTestResponse {
  redirectUri: string
  state: string
  code: string | undefined
  iss: string | undefined
  error: string | undefined
}

const oidcArrival = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { request, given }: { request: Extract<TestRequest, { kind: 'oidc-test' }>; given: OidcTestResponse },
): Promise<TestArrival> => {
  const { code, error, iss, redirectUri, state } = given
  if (error !== undefined || code === undefined) return failed('denied', error ?? '')
  const { codeVerifier, nonce } = request
  const callback = { code, state, redirectUri, codeVerifier, nonce, ...(iss && { iss }) }
  try {
    const result = await ports.oidc.explain(await oidcProviderOf(ports, connection), callback)
    if ('problem' in result) return failed(result.problem.code, result.problem.detail)
    const attributes = Object.entries(result.claims).map(([name, value]) => ({
      name,
      values: [value].flat().map(String),
    }))
    return { identity: result.identity, attributes }
  } catch (cause) {
    ports.log.warn('An identity provider could not be reached', cause)
    return failed('unreachable')
  }
}

/** Finishes a test in the browser that started it. */
export const finishOidcTest = async (exchange: Exchange, given: OidcTestResponse): Promise<void> => {
  const { ports } = exchange
  const request = await takeRequest(exchange, 'oidc-test', given.state)
  const open = await openTest(ports, request)
  if (open) await finish(ports, open, await oidcArrival(ports, open.connection, { request, given }))
}
