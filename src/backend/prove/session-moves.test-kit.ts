import { login as loginTable } from '../../contract/login.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import { password } from '../../contract/password.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session as sessionTable } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { createVerifier } from '../../rules/pkce.ts'
import { claimsOf } from '../suites/entry-paths.test-kit.ts'
import { redeemImpersonation, startImpersonation } from '../suites/impersonation.test-kit.ts'
import type { CallResponse } from '../suites/kit.test-kit.ts'
import { locationOf, openFlows } from '../suites/oauth.test-kit.ts'
import { CODE, emailOf, type Fixture, TENANTS, USERS } from './session-fixture.test-kit.ts'
import { faultOf, isCookieValid, type ModelSession, maySignIn } from './session-model.test-kit.ts'
import { changePolicy, type Got, invite, lock, type Move, pass, remove } from './session-surroundings.test-kit.ts'

const cookieIn = ({ cookies }: CallResponse): string =>
  cookies.find((cookie) => cookie.startsWith('fe_refresh'))?.split(';')[0] ?? ''

export const tokenFault = ({ model }: Fixture, session: ModelSession, token: unknown): string | undefined =>
  faultOf(model, session, claimsOf(String(token)))

export const pickSession = ({ model, random }: Fixture): ModelSession | undefined =>
  model.sessions.length > 0 ? random.pick(model.sessions) : undefined

/** Picks the newest cookie, or sometimes the one before it. */
const pickCookie = ({ random }: Fixture, session: ModelSession): string =>
  random.chance(0.15) ? session.previous : session.cookie

/** Uses a cookie; one that was used up ends its session. */
const spendCookie = ({ model }: Fixture, session: ModelSession, cookie: string): boolean => {
  const isGood = isCookieValid(model, session, cookie)
  if (!isGood) session.isLive = false
  return isGood
}

export const keepCookie = ({ model }: Fixture, session: ModelSession, response: CallResponse) => {
  const cookie = cookieIn(response)
  if (cookie === '' || cookie === session.cookie) return
  session.previous = session.cookie
  session.cookie = cookie
  session.rotatedAt = model.now
}

export const signedIn = (
  fixture: Fixture,
  user: string,
  response: CallResponse,
  facts: Pick<ModelSession, 'provider'> = {},
): Got => {
  const { model } = fixture
  const token = response.body.accessToken
  const claims = claimsOf(token)
  const hasFactor = Array.isArray(claims.amr) && claims.amr.includes('mfa')
  const cookie = cookieIn(response)
  const tenant = String(claims.tenantId)
  const session: ModelSession = {
    ...{ user, tenant, hasFactor, isLive: true, startedAt: model.now, rotatedAt: model.now },
    ...{ cookie, previous: cookie, token },
    ...facts,
  }
  const isAllowed = maySignIn(model, user, { tenant, hasFactor })
  model.sessions.push(session)
  return { move: 'sign-in', fault: isAllowed ? tokenFault(fixture, session, token) : 'signed in although it may not' }
}

const signIn: Move = async (fixture) => {
  const { kit, random, passwords } = fixture
  const user = random.pick(USERS)
  const isWrong = random.chance(0.1)
  const given = isWrong ? 'Wrong-Horse-1' : passwords.get(user)
  const response = await kit.call('POST', loginTable.login.path, { body: { email: emailOf(user), password: given } })
  if (response.body?.mfaRequired) {
    const isRight = random.chance(0.8)
    const body = { mfaToken: response.body.mfaToken, value: isRight ? CODE : '000000' }
    const second = await kit.call('POST', mfaLogin.verifyCode.path, { body })
    if (second.status !== 200 || !second.body.accessToken) return []
    const got = signedIn(fixture, user, second)
    // Users without a factor have just enrolled one, which here proves it only for this session.
    return [isRight ? got : { ...got, fault: 'a wrong code signed in' }]
  }
  if (response.status !== 200 || !response.body.accessToken) return []
  const got = signedIn(fixture, user, response)
  return [isWrong ? { ...got, fault: 'a wrong password signed in' } : got]
}

const tokenFrom = (
  fixture: Fixture,
  session: ModelSession,
  given: { move: string; response: CallResponse; token: unknown },
) => {
  const { move, response, token } = given
  if (response.status !== 200 || !token) return undefined
  const fault = tokenFault(fixture, session, token)
  return { move, fault }
}

const refresh: Move = async (fixture) => {
  const session = pickSession(fixture)
  if (!session) return []
  const tenantId = fixture.random.chance(0.4) ? fixture.random.pick(TENANTS) : null
  const cookie = pickCookie(fixture, session)
  const isGood = spendCookie(fixture, session, cookie)
  const response = await fixture.kit.refresh(cookie, { tenantId })
  const token = response.body?.accessToken
  const got = tokenFrom(fixture, session, { move: 'refresh', response, token })
  if (!got) return []
  if (!isGood) return [{ ...got, fault: 'a superseded cookie was refreshed' }]
  if (!got.fault) follow(session, String(token))
  keepCookie(fixture, session, response)
  return [got]
}

/** Moves the session to the tenant of its newest token. */
const follow = (session: ModelSession, token: string) => {
  session.token = token
  session.tenant = String(claimsOf(token).tenantId)
}

const switchTenant: Move = async (fixture) => {
  const session = pickSession(fixture)
  if (!session) return []
  const { token, cookie } = session
  const tenantId = fixture.random.pick(TENANTS)
  const response = await fixture.kit.call('PUT', sessionTable.switchTenant.path, { token, cookie, body: { tenantId } })
  if (response.status !== 200) return []
  const fault = faultOf(fixture.model, session, {
    sub: session.user,
    tenantId,
    ...(session.actor && { act: { sub: session.actor.user } }),
  })
  session.tenant = tenantId
  return [{ move: 'switch', fault }]
}

const tokenFor: Move = async (fixture) => {
  const session = pickSession(fixture)
  if (!session) return []
  const body = { tenantId: fixture.random.pick(TENANTS) }
  const { token, cookie } = session
  const response = await fixture.kit.call('POST', users.getUserJwtForTenant.path, { token, cookie, body })
  return [tokenFrom(fixture, session, { move: 'token for one tenant', response, token: response.body?.accessToken })]
}

const scoped: Move = async (fixture) => {
  const session = pickSession(fixture)
  if (!session) return []
  const tenantId = fixture.random.pick(TENANTS)
  const headers = { 'frontegg-scoped-tenant': tenantId }
  const response = await fixture.kit.call('GET', sessionTable.getMe.path, { token: session.token, headers })
  if (response.status !== 200) return []
  const { tenantIds } = response.body
  const act = session.actor && { sub: session.actor.user }
  const seen = { sub: response.body.id, tenantId: response.body.tenantId, tenantIds, act }
  // The token proves the policy of its own tenant, which the session may have left.
  const isOwn = claimsOf(session.token).tenantId === tenantId
  const from = isOwn ? { ...session, tenant: session.actor ? session.tenant : tenantId } : session
  return [{ move: 'scoped header', fault: faultOf(fixture.model, from, seen) }]
}

const silent: Move = async (fixture) => {
  const session = pickSession(fixture)
  if (!session) return []
  const cookie = pickCookie(fixture, session)
  const isGood = spendCookie(fixture, session, cookie)
  const body = { tenantId: fixture.random.chance(0.5) ? fixture.random.pick(TENANTS) : null }
  const response = await fixture.kit.call('POST', API_PREFIX + sessionTable.silentAuthorize.path, { cookie, body })
  const token = response.body?.access_token
  const got = tokenFrom(fixture, session, { move: 'silent', response, token })
  if (!got) return []
  if (!isGood) return [{ ...got, fault: 'a superseded cookie was authorized silently' }]
  if (!got.fault) follow(session, token)
  return [got, ...(await renew(fixture, session, response.body.refresh_token))]
}

/** Refreshes a client's own token immediately. */
const renew = async (fixture: Fixture, session: ModelSession, refreshToken: string): Promise<(Got | undefined)[]> => {
  const response = await openFlows(() => fixture.kit).refresh(refreshToken)
  const token = response.body?.access_token
  const got = tokenFrom(fixture, session, { move: 'client refresh', response, token })
  if (got && !got.fault) follow(session, token)
  return [got]
}

const authorize: Move = async (fixture) => {
  const session = pickSession(fixture)
  if (!session) return []
  const { kit, random } = fixture
  const flows = openFlows(() => kit)
  const cookie = pickCookie(fixture, session)
  const isGood = spendCookie(fixture, session, cookie)
  const verifier = createVerifier()
  const wish = random.chance(0.6) ? { tenantId: random.pick(TENANTS) } : {}
  const code = locationOf(await flows.ask({ verifier, cookie }, wish)).searchParams.get('code')
  if (code === null) return []
  const response = await flows.exchange(code, verifier)
  const token = response.body?.access_token
  const got = tokenFrom(fixture, session, { move: 'authorize', response, token })
  if (!got) return []
  if (!isGood) return [{ ...got, fault: 'a superseded cookie got a code' }]
  if (!got.fault) follow(session, token)
  return [got]
}

const impersonate: Move = async (fixture) => {
  const actor = pickSession(fixture)
  if (!actor) return []
  const { kit, model, random } = fixture
  const userId = random.pick(USERS)
  const started = await startImpersonation(kit, actor, userId)
  if (started.status !== 200) return []
  const { actorToken } = started.body
  const response = await redeemImpersonation(kit, { userId, actorToken }, actor.cookie)
  if (response.status !== 200) return []
  const token = response.body.accessToken
  const tenant = String(claimsOf(String(actor.token)).tenantId)
  const cookie = cookieIn(response)
  const visit: ModelSession = {
    ...{ user: userId, tenant, hasFactor: false, isLive: true, startedAt: model.now, rotatedAt: model.now },
    ...{ cookie, previous: cookie, token, actor },
  }
  const isNested = actor.actor !== undefined
  model.sessions.push(visit)
  return [{ move: 'impersonate', fault: isNested ? 'nested' : tokenFault(fixture, visit, token) }]
}

const changePassword: Move = async (fixture) => {
  const session = pickSession(fixture)
  if (!session) return []
  const { kit, model, passwords, random } = fixture
  const newPassword = `New-Horse-${random.below(1_000_000)}-Q`
  const body = { password: passwords.get(session.user), newPassword }
  const response = await kit.call('POST', password.changePassword.path, { token: session.token, body })
  if (response.status !== 200) return []
  passwords.set(session.user, newPassword)
  for (const other of model.sessions) if (other !== session && other.user === session.user) other.isLive = false
  return session.actor ? [{ move: 'password', fault: 'an impersonator changed the password' }] : []
}

const signOut: Move = async (fixture) => {
  const session = pickSession(fixture)
  if (!session) return []
  await fixture.kit.call('POST', sessionTable.logout.path, { cookie: session.cookie, body: {} })
  session.isLive = false
  return []
}

/** The moves, with how often each is chosen. */
export const OWN_MOVES: readonly (readonly [move: Move, weight: number])[] = [
  [signIn, 6],
  [refresh, 4],
  [switchTenant, 3],
  [tokenFor, 2],
  [scoped, 3],
  [silent, 3],
  [authorize, 3],
  [impersonate, 4],
  [changePassword, 1],
  [signOut, 1],
  [invite, 2],
  [remove, 1],
  [lock, 2],
  [changePolicy, 1],
  [pass, 3],
]
