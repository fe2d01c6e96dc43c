import { session as sessionTable } from '../../contract/session.ts'
import { browserSession } from '../domain/access/browser-session.ts'
import { SSO_FIRST } from '../domain/access/enforced-sso.ts'
import { judgeEntry, judgeResume, SECOND_FACTOR_FIRST, type Verdict } from '../domain/access/tenant-entry.ts'
import { isEqual } from '../domain/credentials/constant-time.ts'
import { ipRefusalText } from '../domain/ip-restrictions/ip-refusal.ts'
import { issueAuthorizationCode } from '../domain/oauth/authorization-code.ts'
import {
  type AuthorizationError,
  type AuthorizationRequest,
  readAuthorizationRequest,
} from '../domain/oauth/authorization-request.ts'
import { LOGIN_SCREEN, SIGN_UP_SCREEN, STEP_UP_SCREEN } from '../domain/oauth/login-screens.ts'
import { refusalPage } from '../domain/oauth/oauth-pages.ts'
import { idsOf } from '../domain/roles/grants.ts'
import type { Call } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { SessionRecord, UserRecord } from '../store/records.ts'
import { leaveFor, show } from './oauth-responses.ts'

type AuthorizeCall = Call<(typeof sessionTable)['authorizeRedirect']>
type Query = Readonly<Record<string, string | undefined>>

/** Added when the user is sent to the login page: when that was, sealed, so that they are asked once only. */
const ASKED = 'fe_asked'
const ASKED_LIFE_MS = 3_600_000

const withoutAsked = (query: Query): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[0] !== ASKED && entry[1] !== undefined),
  )

const sealOf = (ports: Ports, query: Query, at: number) =>
  ports.keyedHash('authorize-asked', `${at}?${withoutAsked(query)}`)

/** When the login page last completed this request. */
const askedAt = async (ports: Ports, query: Query): Promise<number | undefined> => {
  const [time = '', seal = ''] = (query[ASKED] ?? '').split('.')
  const at = Number(time)
  const isOurs = /^\d{1,15}$/.test(time) && isEqual(seal, await sealOf(ports, query, at))
  return isOurs && ports.clock.now() - at <= ASKED_LIFE_MS ? at : undefined
}

const provenAt = ({ authTime, createdAt }: SessionRecord): number => authTime ?? createdAt

/** OpenID Connect Core 3.1.2.1: `prompt`, `max_age`. A proof given since we asked is always recent enough. */
const isRecentEnough = (
  session: SessionRecord,
  { mustAsk, maxAge }: AuthorizationRequest,
  { now, asked }: { now: number; asked: number | undefined },
): boolean => {
  const proven = provenAt(session)
  if (asked !== undefined && proven >= asked) return true
  return !mustAsk && (maxAge === undefined || now - proven <= maxAge * 1_000)
}

const isStrongEnough = (session: SessionRecord, { needsMultiFactor }: AuthorizationRequest): boolean =>
  !needsMultiFactor || (session.amr !== null && idsOf(session.amr).includes('mfa'))

const sendBack = (
  { ports, reply }: AuthorizeCall,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  response: Readonly<Record<string, string>>,
): void => {
  const target = new URL(redirectUri)
  // RFC 9207: the response names its issuer.
  const all = { ...response, ...(state !== undefined && { state }), iss: ports.config.apiUrl }
  for (const [name, value] of Object.entries(all)) target.searchParams.set(name, value)
  leaveFor(reply, target.href)
}

const sendError = (call: AuthorizeCall, { redirectUri, state, error, description }: AuthorizationError): void =>
  sendBack(call, { redirectUri, state }, { error, error_description: description })

const askUser = async (call: AuthorizeCall, request: AuthorizationRequest, screen: string): Promise<void> => {
  const { ports, reply } = call
  const query = call.query as Query
  if (request.isSilent || !ports.config.loginScript) {
    return sendError(call, { ...request, error: 'login_required', description: 'No user is signed in' })
  }
  const now = ports.clock.now()
  const resume = withoutAsked(query)
  resume.set(ASKED, `${now}.${await sealOf(ports, query, now)}`)
  const page = new URLSearchParams({ redirectUrl: `${sessionTable.authorizeRedirect.path}?${resume}` })
  if (query.login_direct_action) page.set('login_direct_action', query.login_direct_action)
  if (screen === STEP_UP_SCREEN && request.maxAge !== undefined) page.set('maxAge', String(request.maxAge))
  leaveFor(reply, `${screen}?${page}`)
}

/** The tenant the client asks for, else the session's; only its own tenants are looked up by alias. */
const judgeFor = async (call: AuthorizeCall, who: Who, { tenant }: AuthorizationRequest): Promise<Verdict> => {
  if (!tenant) return judgeResume(call, who.user, who.session)
  const found = 'id' in tenant ? tenant : await call.ports.store.tenants.find({ alias: tenant.alias })
  return found ? judgeEntry(call, { ...who, tenantId: found.id }) : { kind: 'not-a-member' }
}

interface Who {
  user: UserRecord
  session: SessionRecord
}

/** A user without a factor has none to step up with. */
const refuseEntry = (call: AuthorizeCall, request: AuthorizationRequest, { user }: Who): Promise<void> | void =>
  user.mfaEnrolled
    ? askUser(call, request, STEP_UP_SCREEN)
    : sendError(call, { ...request, error: 'access_denied', description: SECOND_FACTOR_FIRST })

/** The login page signs the user in through the identity provider; a session that goes on elsewhere would return here. */
const refuseOtherSignIn = (call: AuthorizeCall, request: AuthorizationRequest, { session }: Who) =>
  request.tenant === undefined || ('id' in request.tenant && request.tenant.id === session.tenantId)
    ? askUser(call, request, LOGIN_SCREEN)
    : sendError(call, { ...request, error: 'access_denied', description: SSO_FIRST })

const firstScreen = ({ needsMultiFactor, isSignUp }: AuthorizationRequest, hasSession: boolean): string => {
  if (hasSession) return needsMultiFactor ? STEP_UP_SCREEN : LOGIN_SCREEN
  return isSignUp ? SIGN_UP_SCREEN : LOGIN_SCREEN
}

const respond = async (call: AuthorizeCall, request: AuthorizationRequest): Promise<void> => {
  const { ports, caller } = call
  const session = await browserSession(ports, caller)
  const user = session && (await ports.store.users.get(session.userId))
  const times = { now: ports.clock.now(), asked: await askedAt(ports, call.query as Query) }
  if (session && !isStrongEnough(session, request)) return askUser(call, request, STEP_UP_SCREEN)
  if (!session || !user || !isRecentEnough(session, request, times)) {
    return askUser(call, request, firstScreen(request, session !== undefined))
  }
  const verdict = await judgeFor(call, { user, session }, request)
  if (verdict.kind === 'second-factor') return refuseEntry(call, request, { user, session })
  if (verdict.kind === 'sso-required') return refuseOtherSignIn(call, request, { user, session })
  if (verdict.kind === 'not-a-member') {
    const description = "The user doesn't belong to this account"
    return sendError(call, { ...request, error: 'access_denied', description })
  }
  if (verdict.kind === 'ip-refused') {
    return sendError(call, { ...request, error: 'access_denied', description: ipRefusalText(caller) })
  }
  const { tenantId } = verdict.entry.member
  sendBack(call, request, { code: await issueAuthorizationCode(ports, request, { session, tenantId }) })
}

/** RFC 6749 §4.1.1 and §4.1.2; the login page is our own box on this origin. */
export const authorize = async (call: AuthorizeCall): Promise<void | string> => {
  const read = readAuthorizationRequest(call.query as Query, call.ports.config)
  if (read.kind === 'unsafe') return show(call.reply, refusalPage(call.ports, read.reason), 400)
  if (read.kind === 'error') return sendError(call, read.error)
  return respond(call, read.request)
}
