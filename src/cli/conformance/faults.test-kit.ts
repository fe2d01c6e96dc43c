import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Random } from '../../testing/random.ts'
import type { Expire, Intercept } from './served.test-kit.ts'

type Change = (response: Response, request: Request, expire: Expire) => Promise<Response> | Response

interface FaultKind {
  name: string
  /** Calls of which one gets the fault. */
  calls: readonly string[]
  change: Change
}

export interface Fault {
  name: string
  call: string
  intercept: Intercept
}

type Json = Record<string, unknown>

const json = (body: unknown, { status, headers }: Pick<Response, 'status' | 'headers'>): Response => {
  const changed = new Headers(headers)
  changed.set('content-type', 'application/json')
  return new Response(JSON.stringify(body), { status, headers: changed })
}

/** Changes the parsed body of successful responses. */
const inBody =
  (change: (body: Json) => unknown): Change =>
  async (response) =>
    response.ok ? json(change((await response.json()) as Json), response) : response

/** Applies a change only to requests with a token. */
const withToken =
  (change: Change): Change =>
  (response, request, expire) =>
    request.headers.has('authorization') ? change(response, request, expire) : response

/** Applies a change only to refusals of requests without a token. */
const withoutToken =
  (change: Change): Change =>
  (response, request, expire) =>
    response.status === 401 ? change(response, request, expire) : response

const status =
  (code: number): Change =>
  ({ headers }) =>
    json({ errors: ['Refused'] }, { status: code, headers })

const withHeaders =
  (change: (headers: Headers) => void): Change =>
  (response) => {
    const headers = new Headers(response.headers)
    change(headers)
    return new Response(response.body, { status: response.status, headers })
  }

const inCookies = (change: (cookie: string) => string): Change =>
  withHeaders((headers) => {
    const cookies = headers.getSetCookie()
    headers.delete('set-cookie')
    for (const cookie of cookies) headers.append('set-cookie', change(cookie))
  })

const text =
  (body: BodyInit, type: string): Change =>
  ({ headers }) => {
    const changed = new Headers(headers)
    changed.set('content-type', type)
    return new Response(body, { status: 200, headers: changed })
  }

const HTML = '<!doctype html><title>Sign in</title><p>Please sign in</p>'

/** Node's `fetch` publishes here that the head of a response has arrived. */
const ARRIVED = 'undici:request:headers'

const onArrival = (work: () => void): void => {
  const once = () => {
    unsubscribe(ARRIVED, once)
    work()
  }
  subscribe(ARRIVED, once)
}

/** Creates a body that begins and never ends; the client waits for it until its time is up. */
const unended = (expire: Expire) =>
  new ReadableStream<Uint8Array>({
    start(body) {
      onArrival(expire)
      body.enqueue(new TextEncoder().encode('{"items":['))
    },
  })

const huge = (chunks: number) => {
  let left = chunks
  return new ReadableStream<Uint8Array>({
    pull: (body) => {
      if (left === 0) return body.close()
      left -= 1
      body.enqueue(new Uint8Array(100_000).fill(32))
    },
  })
}

/** Sends no response until the client gives up. */
const hang: Change = (_response, { signal }, expire) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(Response.error()), { once: true })
    expire()
  })

const first = (list: unknown): Json => (list as Json[])[0] ?? {}

const READS = ['roles.listRoles', 'sessions.listSessions', 'policies.getLockoutPolicy', 'permissions.listPermissions']
const OBJECTS = [
  'team.getInviteLinkConfig',
  'groups.getConfiguration',
  'policies.getMfaPolicy',
  'settings.getAccountSettings',
]
const CHANGES = [
  'roles.addRole',
  'groups.createGroup',
  'team.addUser',
  'password.changePassword',
  'webhooks.rotateWebhookSecret',
]
const OPEN = ['password.forgotPassword', 'signUp.signUp', 'activation.activateAccount', 'invitation.acceptInvitation']

const KINDS: readonly FaultKind[] = [
  {
    name: 'drops a field',
    calls: ['users.listUsersV3', 'users.listUsersV2'],
    change: inBody((body) => ({ ...body, items: undefined })),
  },
  {
    name: 'drops a field of a record',
    calls: ['users.listUsersV2', 'users.listUsersV3'],
    change: inBody((body) => ({
      ...body,
      items: (body.items as Json[]).map((item) => ({ ...item, email: undefined })),
    })),
  },
  {
    name: 'makes a text a number',
    calls: ['roles.listRoles'],
    change: inBody((body) => [{ ...first(body), name: 5 }]),
  },
  {
    name: 'makes a number a text',
    calls: ['team.listMembers'],
    change: inBody((body) => ({ ...body, totalItems: '5' })),
  },
  { name: 'sends null for a list', calls: ['groups.listGroups'], change: inBody(() => ({ groups: null })) },
  {
    name: 'sends an object for a list',
    calls: ['sessions.listSessions', 'roles.listRoles'],
    change: inBody(() => ({})),
  },
  { name: 'sends a list for an object', calls: ['entitlements.loadEntitlementsV2'], change: inBody(() => []) },
  {
    name: 'invents a value',
    calls: ['policies.getMfaPolicy'],
    change: inBody((body) => ({ ...body, enforceMFAType: 'Maybe' })),
  },
  {
    name: 'sends nothing',
    calls: READS,
    change: withToken(({ headers }) => new Response('', { status: 200, headers })),
  },
  { name: 'sends 204', calls: READS, change: withToken(({ headers }) => new Response(null, { status: 204, headers })) },
  { name: 'fails with 500', calls: READS, change: withToken(status(500)) },
  { name: 'refuses a valid query', calls: ['audits.listAudits', 'users.listUsersV3'], change: withToken(status(400)) },
  { name: 'redirects', calls: READS, change: withToken(() => Response.redirect('http://127.0.0.1/sign-in', 302)) },
  { name: 'lacks a call', calls: ['securityCenter.getInsights', 'billing.listPlans'], change: status(404) },
  { name: 'forbids a method', calls: ['groups.updateGroup', 'groups.deleteGroup'], change: status(405) },
  { name: 'has not implemented a call', calls: ['provisioning.createConnection'], change: status(501) },
  { name: 'sends HTML', calls: READS, change: withToken(text(HTML, 'text/html')) },
  { name: 'cuts JSON off', calls: READS, change: withToken(text('{"items":[{"id"', 'application/json')) },
  { name: 'hangs', calls: ['entitlements.loadEntitlementsV1'], change: withToken(hang) },
  {
    name: 'never ends',
    calls: ['usage.listUsage'],
    change: withToken((_response, request, expire) =>
      text(unended(expire), 'application/json')(new Response(), request, expire),
    ),
  },
  {
    name: 'sends 60 MB',
    calls: READS,
    change: withToken((_response, request, expire) =>
      text(huge(600), 'application/json')(new Response(), request, expire),
    ),
  },
  { name: 'ends the connection', calls: READS, change: withToken(() => Response.error()) },
  {
    name: 'omits the CORS header',
    calls: OBJECTS,
    change: withHeaders((headers) => headers.delete('access-control-allow-origin')),
  },
  {
    name: 'allows every origin',
    calls: OBJECTS,
    change: withHeaders((headers) => headers.set('access-control-allow-origin', '*')),
  },
  {
    name: 'omits credentials',
    calls: OBJECTS,
    change: withHeaders((headers) => headers.delete('access-control-allow-credentials')),
  },
  { name: 'needs no token', calls: [...READS, ...OBJECTS], change: withoutToken(text('{}', 'application/json')) },
  { name: 'forbids instead of asking for a token', calls: CHANGES, change: withoutToken(status(403)) },
  {
    name: 'refuses without errors',
    calls: CHANGES,
    change: withoutToken(({ headers }) => json({ message: 'No' }, { status: 401, headers })),
  },
  {
    name: 'accepts an invalid body',
    calls: OPEN,
    change: (response) =>
      response.status === 400 ? json({ shouldActivate: true }, { status: 200, headers: response.headers }) : response,
  },
  {
    name: 'fails at an invalid body',
    calls: OPEN,
    change: (response, request, expire) =>
      response.status === 400 ? status(500)(response, request, expire) : response,
  },
  {
    name: 'shows its cookie to scripts',
    calls: ['login.login', 'session.refreshSession'],
    change: inCookies((cookie) => cookie.replace('; HttpOnly', '')),
  },
  {
    name: 'has a cookie without SameSite',
    calls: ['login.login', 'session.refreshSession'],
    change: inCookies((cookie) => cookie.replace('; SameSite=Lax', '')),
  },
  {
    name: 'puts a token into a URL',
    calls: ['settings.getAccountSettings'],
    change: (response, request, expire) =>
      inBody((body) => ({
        ...body,
        loginUrl: `https://app.example.com/in#${request.headers.get('authorization')?.slice(7)}`,
      }))(response, request, expire),
  },
]

export const FAULTS = KINDS.length

/** Returns one fault of each kind, at a call that `random` picks. */
export const pickFaults = ({ pick }: Random): Fault[] =>
  KINDS.map(({ name, calls, change }) => {
    const call = pick(calls)
    return {
      name,
      call,
      intercept: async (request, respond, found, expire) => {
        const response = await respond()
        return found === call ? change(response, request, expire) : response
      },
    }
  })
