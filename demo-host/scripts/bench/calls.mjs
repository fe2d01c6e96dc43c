// The calls that `npm run bench:backend` measures, and what has to be set up for them.
import { createServer } from 'node:http'

const EMAIL = 'big@scale.test'
export const PASSWORD = 'Correct-Horse-9'
export const LOGIN = '/identity/resources/auth/v1/user'
export const ME = '/identity/resources/users/v2/me'
const FE = '/identity/resources/fe/v1'
const SCIM = '/directory/resources/scim/v2'
const API_TOKENS = '/identity/resources/users/api-tokens/v1'
const ROLES = '/identity/resources/roles/v1'
/** Webhooks that each receive the event of one call. */
const WEBHOOKS = 10

export const send = async (origin, method, path, { token, cookie, body, type = 'application/json' } = {}) => {
  const response = await fetch(origin + path, {
    method,
    headers: {
      'Content-Type': type,
      Origin: 'http://localhost:3000',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(cookie && { Cookie: cookie }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return {
    body: text ? JSON.parse(text) : undefined,
    cookies: response.headers.getSetCookie().map((each) => each.split(';')[0]),
  }
}

export const signIn = (origin, cookie) =>
  send(origin, 'POST', LOGIN, { cookie, body: { email: EMAIL, password: PASSWORD } })

const get =
  (path) =>
  (origin, { token }) =>
    send(origin, 'GET', path, { token })

/** Also renews the access token, so that a long run doesn't outlive it. */
const refresh = async (origin, session) => {
  const { body, cookies } = await send(origin, 'POST', '/identity/resources/auth/v1/user/token/refresh', {
    cookie: session.refreshCookie,
    body: {},
  })
  session.token = body.accessToken
  session.refreshCookie = cookies[0]
}

/** The number of everything that has to have a name of its own. */
let named = 0

/** Looks a user up, creates them and changes them, as a directory does for each user of a first synchronization. */
const syncUser = async (origin, { setUp: { scimToken } }) => {
  const userName = `synced-${process.pid}-${++named}@scale.test`
  const scim = (method, path, body) =>
    send(origin, method, `${SCIM}/${path}`, { token: scimToken, type: 'application/scim+json', body })
  await scim('GET', `Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)
  const { body } = await scim('POST', 'Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    emails: [{ value: userName, type: 'work', primary: true }],
    active: true,
  })
  await scim('PATCH', `Users/${body.id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'displayName', value: `Synced ${named}` }],
  })
}

/** Changes a role, and waits until every webhook has received the event. */
const fanOut = async (origin, { token, roleId, setUp: { receiver } }) => {
  const name = `Measured ${++named}`
  const received = receiver.all(name)
  await send(origin, 'PATCH', `${ROLES}/${roleId}`, { token, body: { name } })
  await received
}

export const CALLS = {
  health: get('/health'),
  me: get(ME),
  refresh,
  entitlements: get('/entitlements/api/v1/user-entitlements'),
  'token exchange': (origin, { setUp: { credential } }) =>
    send(origin, 'POST', `${FE}/api-tokens/exchange`, { body: credential }),
  'sign-in': (origin, session) => signIn(origin, session.deviceCookies),
  'users list, exact count': get('/identity/resources/users/v3?_limit=20'),
  'users list, capped count': get(`${FE}/members?offset=0&limit=20&capped=true`),
  'users list, page 500': get(`${FE}/members?offset=499&limit=20&capped=true`),
  'users search': get(`${FE}/members?offset=0&limit=20&capped=true&search=zofia`),
  audits: get('/audits?count=20'),
  'SCIM list of 100': (origin, { setUp: { scimToken } }) =>
    send(origin, 'GET', `${SCIM}/Users?count=100`, { token: scimToken }),
  'SCIM sync of a user': syncUser,
  [`event to ${WEBHOOKS} webhooks`]: fanOut,
}
/** Parts of the number of calls, for those that take long. */
export const SHARES = { 'SCIM sync of a user': 0.5, [`event to ${WEBHOOKS} webhooks`]: 0.1 }
/** A server without the hash is measured by sign-ins only. */
export const WITHOUT_HASH = { 'sign-in without the hash': CALLS['sign-in'] }

/** Receives webhooks; `all` resolves when each of them has received an event with this text. */
const startReceiver = async () => {
  const awaited = new Map()
  const take = (body) => {
    for (const [text, wait] of awaited) {
      if (!body.includes(`"${text}"`)) continue
      wait.left -= 1
      if (wait.left > 0) continue
      awaited.delete(text)
      wait.resolve()
    }
  }
  const server = createServer((request, response) => {
    const parts = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      response.end()
      take(Buffer.concat(parts).toString())
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${server.address().port}/`,
    all: (text) => new Promise((resolve) => awaited.set(text, { left: WEBHOOKS, resolve })),
    end() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Sets up a directory's connection, an API token, webhooks and a role for each session. */
export const setUpCalls = async (origin, sessions) => {
  const [{ token }] = sessions
  const post = async (path, body) => (await send(origin, 'POST', path, { token, body })).body
  const receiver = await startReceiver()
  const source = { source: 'other', connectionName: 'Measured', syncToUserManagement: true }
  const { token: scimToken } = await post('/directory/resources/v1/configurations/scim2', source)
  const { clientId, secret } = await post(API_TOKENS, { description: 'Measured', expiresInMinutes: null })
  const hook = { displayName: 'Measured', description: '', secret: null, isActive: true }
  for (let at = 0; at < WEBHOOKS; at += 1)
    await post('/webhook/custom', { ...hook, url: receiver.url, eventKeys: ['frontegg.role.updated'] })
  const setUp = { scimToken, credential: { clientId, secret }, receiver }
  for (const [at, session] of sessions.entries()) {
    const role = { key: `measured-${at}`, name: `Measured role ${at}`, description: '', isDefault: false, level: 100 }
    session.roleId = (await post(ROLES, { ...role, permissions: [] })).id
    session.setUp = setUp
  }
  return { end: () => receiver.end() }
}
