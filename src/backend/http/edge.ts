import { type RequestCounter, requestCounters } from '../../contract/request-counters.ts'
import { lazy } from '../../kernel/lazy.ts'
import { holdsPermission } from '../../rules/permission.ts'
import type { AuditEntry, Auth } from '../call/auth.ts'
import type { Caller, Reply } from '../call/caller.ts'
import { cookiesOf, refreshCookieName } from '../call/cookies.ts'
import { isAllowedOrigin } from '../call/origins.ts'
import { withoutAbsent } from '../call/read.ts'
import { badRequest, forbidden, notWhileImpersonating, Refusal, usersOnly } from '../call/refusal.ts'
import type { RuledRequest } from '../call/ruled-request.ts'
import { audit } from '../domain/audit/audit.ts'
import { auditRefused } from '../domain/audit/refused-calls.ts'
import { callerNetwork, NETWORK_LIMITS, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { authenticate } from '../domain/identity/access/authenticate.ts'
import { assertFreshProof } from '../domain/identity/access/fresh-proof.ts'
import { assertRecentProof } from '../domain/identity/access/recent-proof.ts'
import { isSuspended, suspended } from '../domain/identity/access/tenant-entry.ts'
import { primaryTenantOf } from '../domain/identity/members/subject-events.ts'
import { assertRanksWith } from '../domain/identity/roles/rank.ts'
import { rethrowByOauth } from '../domain/oauth/oauth-refusal.ts'
import type { Ports } from '../ports.ts'
import { createLines } from '../store/queue.ts'
import { readFields, readForm, readJsonObject, readParameters, readText } from './body.ts'
import type { InnerPorts, SignedCall } from './handler.ts'
import {
  createRefusedOrigins,
  encoded,
  failure,
  isPreflight,
  isPublic,
  json,
  preflight,
  reported,
  withCors,
  withoutBody,
  withPublicCors,
} from './respond.ts'
import type { Match } from './router.ts'
import type { Rules } from './rules.ts'

const assertDeclaredProof = async (request: RuledRequest, rules: Rules): Promise<void> => {
  if (!('fresh' in rules)) return
  const { fresh } = rules
  if (fresh === 'factor') return assertRecentProof(request)
  if (fresh === 'always' || (typeof fresh === 'function' && (await fresh(request)))) return assertFreshProof(request)
}

/**
 * Checks what a call declares about its caller beyond the permission. The rank comes before the proof, so that no user
 * proves who they are for a call that is then refused.
 *
 * @throws Refusal 403; 401 with the challenge of RFC 9470 §3
 */
const assertDeclared = async (request: RuledRequest, rules: Rules): Promise<void> => {
  if (typeof rules.rank === 'function') await assertRanksWith(request, await rules.rank(request))
  await assertDeclaredProof(request, rules)
}

/** The host's facts about the connection. Only the host knows its proxies, so it reads forwarded headers itself. */
export interface Peer {
  /** IP address of the client. */
  address?: string
  /** For hosts in a page, whose scripts cannot read `Set-Cookie` of a `Response` (Fetch, forbidden response headers). */
  takeCookies?: (setCookies: readonly string[]) => void
}

const callerOf = (request: Request, peer: Peer): Caller => ({
  ipAddress: peer.address,
  userAgent: (request.headers.get('User-Agent') ?? '').slice(0, 500),
  origin: request.headers.get('Origin') ?? undefined,
  rawQuery: new URL(request.url).search,
  header: (name) => request.headers.get(name) ?? undefined,
  cookies: (name) => cookiesOf(request.headers.get('Cookie'), name),
})

/** Returns the id of the session in a request's cookie; used only by the counters of test mode. */
const sessionHintOf = (ports: Ports, caller: Caller): string | null =>
  caller.cookies(refreshCookieName(ports.config))[0]?.split('.')[0] ?? null

/** Calls by cookie change state without a token, so a page of a foreign origin must not be able to send them. */
const assertSameSite = (ports: Ports, caller: Caller) => {
  const { origin } = caller
  const isOurs = origin === undefined || origin === ports.config.apiUrl || isAllowedOrigin(ports.config, origin)
  if (!isOurs) throw forbidden('This origin is not allowed').as('foreign-origin')
  const type = caller.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Refusal(415, ['The content type must be application/json'])
}

const assertValid = (ports: Ports, operation: string, part: 'query' | 'body', value: unknown) => {
  const problems = ports.validate?.(operation, part, value) ?? []
  if (problems.length) throw badRequest(...problems)
}

/** Operations that only users may do for themselves, or whose result would outlive an impersonation. */
const TOKENS = /^tokens(User|Tenant)\./

/** Returns whether API tokens may make the call, which then concerns the account and not a user. */
const isForMachines = ({ handler, rules }: Match): boolean => rules.permission !== null || handler.machines === true

const assertNotImpersonating = ({ session }: Auth, match: Match) => {
  const { operation, endpoint } = match
  if (session.actorId === null || endpoint.method === 'GET') return
  const isPersonal = !isForMachines(match) && operation !== 'sessionLimits.keepSession'
  if (isPersonal || TOKENS.test(operation)) throw notWhileImpersonating()
}

/** Checks the caller's permission and the call's declared rules, then the input, and runs the handler. */
const perform = async (
  ports: Ports,
  request: Request,
  { match, query, caller, reply }: Omit<Given, 'ports' | 'request'>,
): Promise<unknown> => {
  const { access } = match.handler
  if (access === 'cookie') assertSameSite(ports, caller)
  if (match.handler.hashes) ports.hasher.assertFree?.(callerNetwork(caller))
  const limit = NETWORK_LIMITS[match.operation]
  if (limit) await takeNetworkTry({ ports, caller }, limit)
  const auth = access === 'signed-in' ? await authenticate(ports, caller, match.handler.withMemberships) : undefined
  if (auth) ports.observe?.(request, { tenantId: auth.tenantId, userId: auth.user.id })
  const acting = auth?.impersonator ? { ...caller, impersonator: auth.impersonator } : caller
  const work = () => runAs(auth, { ports, request, match, query, caller: acting, reply })
  if (!auth) return match.handler.isOauth ? work().catch(rethrowByOauth) : work()
  return work().catch((error) => auditRefused({ ports, auth, caller: acting }, match, error))
}

interface Given {
  ports: Ports
  request: Request
  match: Match
  query: Record<string, string>
  caller: Caller
  reply: Reply
}

/** An impersonator may read a suspended account, for example to support it, but not change it. @throws Refusal 403 */
const assertNotChangingSuspended = async (ports: Ports, { session, tenantId }: Auth, { endpoint }: Match) => {
  if (session.actorId === null || endpoint.method === 'GET') return
  if (await isSuspended(ports.store, tenantId)) throw suspended()
}

const assertMayCall = async (ports: Ports, auth: Auth, match: Match): Promise<void> => {
  const { permission } = match.rules
  if (auth.machine && !isForMachines(match)) throw usersOnly()
  assertNotImpersonating(auth, match)
  await assertNotChangingSuspended(ports, auth, match)
  if (permission === null) return
  const { keys } = await auth.grants()
  if (holdsPermission(keys, permission)) return
  const isWithheld = await auth.isLimited?.(permission)
  throw isWithheld ? (await import('../domain/identity/guarantor/provider-refusals.ts')).rightsWithheld() : forbidden()
}

const runAs = async (auth: Auth | undefined, { ports, request, match, query, caller, reply }: Given) => {
  const { run, isOauth, isRaw } = match.handler
  if (auth) await assertMayCall(ports, auth, match)
  const isRead = match.endpoint.method === 'GET' || isRaw === true
  const isForm = match.endpoint.flags.multipart === true
  if (!isOauth && !isRaw) assertValid(ports, match.operation, 'query', query)
  const readPlain = match.endpoint.flags.form ? readFields : readJsonObject
  const read = isOauth ? readParameters : readPlain
  const body = isRead ? {} : await (isForm ? readForm(request) : read(request))
  const fields = body instanceof FormData ? {} : body
  if (auth) await assertDeclared({ ports, auth, path: match.params, body: fields }, match.rules)
  if (!isRead && !isForm && !isOauth) assertValid(ports, match.operation, 'body', body)
  // The wire seam: from here on the operation's own types apply; handlers check the fields they use.
  const origin = auth && { tenantId: auth.tenantId, user: auth.user }
  const write = async (entry: AuditEntry) => {
    const tenantId =
      entry.tenantId ?? origin?.tenantId ?? (await primaryTenantOf(entry.inside ?? ports.store, entry.user))
    return audit(ports, caller, { ...origin, ...entry, tenantId })
  }
  const readers = {
    readBody: (maxBytes?: number) => readJsonObject(request, maxBytes),
    readText: () => readText(request),
  }
  const call = { ports, path: match.params, query, body, caller, reply, auth, ...readers, audit: write }
  return run(call as SignedCall<Match['endpoint']>)
}

const COUNTERS_PATH = requestCounters.testCounters.path

const createCounters = () => {
  const counters = new Map<string, RequestCounter>()
  return {
    add(entry: Omit<RequestCounter, 'count'>) {
      const key = JSON.stringify([entry.method, entry.path, entry.session, entry.status])
      const counter = counters.get(key) ?? { ...entry, count: 0 }
      counters.set(key, { ...counter, count: counter.count + 1 })
    },
    all: (): RequestCounter[] => [...counters.values()],
    clear: () => counters.clear(),
  }
}

export type Backend = (request: Request, peer?: Peer) => Promise<Response>

const innerPorts = (ports: Ports): InnerPorts => ({
  ...ports,
  dummyHash: lazy(async () => ports.hasher.hash(ports.random.token(16))),
  inLine: createLines(),
})

/** Returns the responses to requests that no table routes. */
const housekeeping = (ports: Ports, request: Request, url: URL, counters: ReturnType<typeof createCounters>) => {
  if (url.pathname === '/health') return json({ status: 'ok' }, 200)
  if (!ports.config.testMode || !url.pathname.endsWith(COUNTERS_PATH)) return undefined
  if (request.method === 'DELETE') counters.clear()
  return json({ counters: counters.all() }, 200)
}

/** Finds the handler of a request; throws a refusal if there is none. */
type FindHandler = (method: string, url: URL) => Match | Promise<Match>

/** Creates a backend with the caller's choice of handlers. */
export const createBackendOf = (given: Ports, findHandler: FindHandler): Backend => {
  const allPorts = innerPorts(given)
  const counters = createCounters()
  const logRefused = createRefusedOrigins(allPorts)

  const respond = async (ports: InnerPorts, request: Request, peer: Peer): Promise<Response> => {
    const url = new URL(request.url)
    const ready = housekeeping(ports, request, url, counters)
    if (ready) return ready
    const requested = withoutAbsent(url)
    const query = Object.fromEntries(requested.searchParams)
    const match = await findHandler(request.method === 'HEAD' ? 'GET' : request.method, requested)
    ports.observe?.(request, { operation: match.operation, route: match.endpoint.path })
    const reply: Reply = { status: 200, headers: new Headers() }
    const value = await perform(ports, request, { match, query, caller: callerOf(request, peer), reply })
    peer.takeCookies?.(reply.headers.getSetCookie())
    const isStream = value instanceof ReadableStream
    return encoded(isStream ? reported(ports, request, value) : value, match.endpoint, reply)
  }

  return async (request, peer = {}) => {
    const ports = allPorts.perRequest?.(allPorts) ?? allPorts
    if (isPreflight(request)) {
      if (!isPublic(request)) logRefused(request)
      return preflight(ports.config, request)
    }
    const response = await respond(ports, request, peer).catch((error: unknown) => failure(ports, request, error))
    withCors(ports.config, request.headers.get('Origin'), response.headers)
    withPublicCors(request, response.headers)
    if (ports.config.testMode) {
      const session = sessionHintOf(ports, callerOf(request, peer))
      counters.add({ method: request.method, path: new URL(request.url).pathname, session, status: response.status })
    }
    return request.method === 'HEAD' ? withoutBody(response) : response
  }
}
