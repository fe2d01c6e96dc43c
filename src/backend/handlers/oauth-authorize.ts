import { session as sessionTable } from '../../contract/session.ts'
import { MAX_MAX_AGE } from '../../rules/step-up.ts'
import { isEqual } from '../domain/base/constant-time.ts'
import { provenAt, trustedFactorAt } from '../domain/identity/access/factor-proof.ts'
import { readAhead } from '../domain/identity/access/read-ahead.ts'
import {
  checkEntry,
  checkResume,
  SECOND_FACTOR_FIRST,
  SUSPENDED,
  signInRefusal,
  type Verdict,
} from '../domain/identity/access/tenant-entry.ts'
import { ipRefusalText } from '../domain/identity/restrictions/ip-rules.ts'
import { browserSession } from '../domain/identity/sessions/browser-session.ts'
import { memberOfSession } from '../domain/identity/sessions/live-session.ts'
import { issueAuthorizationCode } from '../domain/oauth/authorization-code.ts'
import {
  type AuthorizationError,
  type AuthorizationRequest,
  readAuthorizationRequest,
} from '../domain/oauth/authorization-request.ts'
import { hintedUser, idTokenFor } from '../domain/oauth/id-tokens.ts'
import { findClient } from '../domain/oauth/oauth-clients.ts'
import { refusalPage, responsePage } from '../domain/oauth/oauth-pages.ts'
import { repeatedParameter } from '../domain/oauth/parameters.ts'
import { LOGIN_SCREEN, SIGN_UP_SCREEN, STEP_UP_SCREEN } from '../domain/oauth/redirects.ts'
import type { Call } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { SessionRecord, UserRecord } from '../store/records.ts'
import { leaveFor, show } from './oauth-responses.ts'

type AuthorizeCall = Call<(typeof sessionTable)['authorizeRedirect']>
type Query = Readonly<Record<string, string | undefined>>

/**
 * Query parameter with the sealed time at which the user was sent to the login page, so that they are sent there only
 * once.
 */
const ASKED = 'fe_asked'
const ASKED_LIFE_MS = 3_600_000

const withoutAsked = (query: Query): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[0] !== ASKED && entry[1] !== undefined),
  )

const sealOf = (ports: Ports, query: Query, at: number) =>
  ports.keyedHash('authorize-asked', `${at}?${withoutAsked(query)}`)

/** Returns when this request last sent the user to the login page. */
const askedAt = async (ports: Ports, query: Query): Promise<number | undefined> => {
  const [time = '', seal = ''] = (query[ASKED] ?? '').split('.')
  const at = Number(time)
  const isOurs = /^\d{1,15}$/.test(time) && isEqual(seal, await sealOf(ports, query, at))
  return isOurs && ports.clock.now() - at <= ASKED_LIFE_MS ? at : undefined
}

/**
 * Returns whether the sign-in is recent enough for `prompt` and `max_age` (OpenID Connect Core 3.1.2.1). A proof after
 * the user was sent to the login page is always recent enough.
 */
const isRecentEnough = (
  proven: number,
  { mustAsk, maxAge }: AuthorizationRequest,
  { now, asked }: { now: number; asked: number | undefined },
): boolean => {
  if (asked !== undefined && proven >= asked) return true
  return !mustAsk && (maxAge === undefined || now - proven <= maxAge * 1_000)
}

/** Returns the id of the tenant that the client requests; the user may have no access to it. */
const wantedTenant = async (ports: Ports, { tenant }: AuthorizationRequest): Promise<string | undefined> => {
  if (!tenant) return undefined
  return 'id' in tenant ? tenant.id : (await ports.store.tenants.find({ alias: tenant.alias }))?.id
}

/**
 * Returns the tenant in which the session's proofs are checked. It is the session's own if the user has no access to the
 * requested one, so that the response doesn't reveal whether that one exists.
 */
const placeOf = async (
  ports: Ports,
  request: AuthorizationRequest,
  session: SessionRecord,
): Promise<{ session: SessionRecord; tenantId: string }> => {
  const tenantId = (await wantedTenant(ports, request)) ?? session.tenantId
  await readAhead(ports.store, { userId: session.userId, tenantId }, session)
  if (tenantId === session.tenantId || (await memberOfSession(ports, session, tenantId))) return { session, tenantId }
  return { session, tenantId: session.tenantId }
}

const isStrongEnough = async (
  ports: Ports,
  { session, tenantId }: { session: SessionRecord; tenantId: string },
  { needsMultiFactor }: AuthorizationRequest,
): Promise<boolean> => !needsMultiFactor || (await trustedFactorAt(ports, session, tenantId)) !== undefined

const sendBack = (
  { ports, reply }: AuthorizeCall,
  { redirectUri, responseMode, state }: Pick<AuthorizationRequest, 'redirectUri' | 'responseMode' | 'state'>,
  response: Readonly<Record<string, string>>,
): string | undefined => {
  // The response names its issuer (RFC 9207).
  const all = { ...response, ...(state !== undefined && { state }), iss: ports.config.apiUrl }
  if (responseMode === 'form_post') return show(reply, responsePage(ports, redirectUri, all))
  // The URL's own query is kept as it is registered (RFC 6749 §3.1.2).
  const separator = redirectUri.includes('?') ? '&' : '?'
  leaveFor(reply, new URL(`${redirectUri}${separator}${new URLSearchParams(all)}`).href)
  return undefined
}

/** Returns the parameters that decide how the response is sent. */
const whereOf = ({ redirectUri, responseMode, state }: AuthorizationRequest) => ({ redirectUri, responseMode, state })

const sendError = (call: AuthorizeCall, { error, description, ...where }: AuthorizationError): string | undefined =>
  sendBack(call, where, { error, error_description: description })

const askUser = async (
  call: AuthorizeCall,
  request: AuthorizationRequest,
  screen: string,
): Promise<string | undefined> => {
  const { ports, reply } = call
  const query = call.query as Query
  if (request.isSilent || !ports.config.loginScript) {
    return sendError(call, { ...whereOf(request), error: 'login_required', description: 'No user is signed in' })
  }
  const now = ports.clock.now()
  const resume = withoutAsked(query)
  resume.set(ASKED, `${now}.${await sealOf(ports, query, now)}`)
  const page = new URLSearchParams({ redirectUrl: `${sessionTable.authorizeRedirect.path}?${resume}` })
  if (query.login_direct_action) page.set('login_direct_action', query.login_direct_action)
  if (screen === STEP_UP_SCREEN && request.maxAge !== undefined) {
    page.set('maxAge', String(Math.min(request.maxAge, MAX_MAX_AGE)))
  }
  leaveFor(reply, `${screen}?${page}`)
  return undefined
}

/** Checks access to the tenant that the client requests, else to the session's. */
const verdictFor = async (call: AuthorizeCall, who: Who, request: AuthorizationRequest): Promise<Verdict> => {
  if (!request.tenant) return checkResume(call, who.user, who.session)
  const tenantId = await wantedTenant(call.ports, request)
  return tenantId === undefined ? { kind: 'not-a-member' } : checkEntry(call, { ...who, tenantId })
}

interface Who {
  user: UserRecord
  session: SessionRecord
}

/** Requests a second factor, or refuses a user who has none and therefore can't step up. */
const refuseEntry = (
  call: AuthorizeCall,
  request: AuthorizationRequest,
  { user }: Who,
): Promise<string | undefined> | string | undefined =>
  user.mfaEnrolled
    ? askUser(call, request, STEP_UP_SCREEN)
    : sendError(call, { ...whereOf(request), error: 'access_denied', description: SECOND_FACTOR_FIRST })

/**
 * Refuses the request until the user signs in another way on the login page. It fails if that would not help: if
 * another tenant requires single sign-on, or if the user was already sent there.
 */
const refuseSignIn = (
  call: AuthorizeCall,
  request: AuthorizationRequest,
  {
    kind,
    session,
    asked,
  }: { kind: 'sso-required' | 'own-proof' | 'over'; session: SessionRecord; asked: number | undefined },
) => {
  const isHere = request.tenant === undefined || ('id' in request.tenant && request.tenant.id === session.tenantId)
  if (kind === 'sso-required' ? isHere : asked === undefined) return askUser(call, request, LOGIN_SCREEN)
  return sendError(call, {
    ...whereOf(request),
    error: 'access_denied',
    description: signInRefusal(kind, false)?.message ?? '',
  })
}

/**
 * Returns whether the user is the one that the client expects. Otherwise the code would sign another user in to the
 * expected user's pages. An unreadable hint names no user; it only requires a fresh sign-in.
 */
const isExpected = async (
  { ports }: AuthorizeCall,
  { idTokenHint, clientId }: AuthorizationRequest,
  { user, hasJustSignedIn }: { user: UserRecord; hasJustSignedIn: boolean },
): Promise<boolean> => {
  if (idTokenHint === undefined) return true
  const hinted = await hintedUser(ports, idTokenHint, clientId)
  return hinted.kind === 'user' ? hinted.id === user.id : hasJustSignedIn
}

const refuseOtherUser = (call: AuthorizeCall, request: AuthorizationRequest, hasJustSignedIn: boolean) =>
  hasJustSignedIn
    ? sendError(call, { ...whereOf(request), error: 'login_required', description: 'Another user signed in' })
    : askUser(call, request, LOGIN_SCREEN)

const firstScreen = ({ needsMultiFactor, isSignUp, mustAsk }: AuthorizationRequest, hasSession: boolean): string => {
  // The step-up page returns at once if the session has the factors already.
  if (hasSession) return needsMultiFactor && !mustAsk ? STEP_UP_SCREEN : LOGIN_SCREEN
  return isSignUp ? SIGN_UP_SCREEN : LOGIN_SCREEN
}

const respond = async (call: AuthorizeCall, request: AuthorizationRequest): Promise<string | undefined> => {
  const { ports, caller } = call
  const session = await browserSession(ports, caller)
  const times = { now: ports.clock.now(), asked: await askedAt(ports, call.query as Query) }
  const wanted = session && (await placeOf(ports, request, session))
  const user = session && (await ports.store.users.get(session.userId))
  const proven = wanted && (await provenAt(ports, wanted.session, wanted.tenantId))
  const hasJustSignedIn = proven !== undefined && times.asked !== undefined && proven >= times.asked
  if (user && !(await isExpected(call, request, { user, hasJustSignedIn }))) {
    return refuseOtherUser(call, request, hasJustSignedIn)
  }
  if (wanted && !(await isStrongEnough(ports, wanted, request))) return askUser(call, request, STEP_UP_SCREEN)
  if (!session || !user || proven === undefined || !isRecentEnough(proven, request, times)) {
    return askUser(call, request, firstScreen(request, session !== undefined))
  }
  const verdict = await verdictFor(call, { user, session }, request)
  if (verdict.kind === 'second-factor') return refuseEntry(call, request, { user, session })
  if (verdict.kind === 'sso-required' || verdict.kind === 'own-proof' || verdict.kind === 'over') {
    return refuseSignIn(call, request, { kind: verdict.kind, session, asked: times.asked })
  }
  if (verdict.kind === 'not-a-member') {
    const description = "The user doesn't belong to this account"
    return sendError(call, { ...whereOf(request), error: 'access_denied', description })
  }
  if (verdict.kind === 'ip-refused' || verdict.kind === 'suspended') {
    const description = verdict.kind === 'suspended' ? SUSPENDED : ipRefusalText(caller)
    return sendError(call, { ...whereOf(request), error: 'access_denied', description })
  }
  const { tenantId } = verdict.admission.member
  // The session may continue in a tenant other than its own, which may trust other providers.
  if (!isRecentEnough(await provenAt(ports, session, tenantId), request, times))
    return askUser(call, request, LOGIN_SCREEN)
  if (!(await isStrongEnough(ports, { session, tenantId }, request))) return askUser(call, request, STEP_UP_SCREEN)
  if (request.responseType === 'id_token') {
    return sendBack(call, request, { id_token: await idTokenFor(call, request, verdict.admission) })
  }
  return sendBack(call, request, { code: await issueAuthorizationCode(ports, request, { session, tenantId }) })
}

/**
 * Handles an authorization request (RFC 6749 §4.1.1 and §4.1.2); the login page is our own login box on this origin.
 */
export const authorize = async (call: AuthorizeCall): Promise<string | undefined> => {
  const query = call.query as Query
  const repeated = repeatedParameter([...new URLSearchParams(call.caller.rawQuery).keys()])
  const read = readAuthorizationRequest({ query, repeated }, await findClient(call.ports, query.client_id))
  if (read.kind === 'unsafe') return show(call.reply, refusalPage(call.ports, read.reason), 400)
  if (read.kind === 'error') return sendError(call, read.error)
  return respond(call, read.request)
}
