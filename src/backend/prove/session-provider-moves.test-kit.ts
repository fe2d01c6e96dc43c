import { accountEntry } from '../../contract/accounts.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import { SYSTEM_CALLER } from '../call/caller.ts'
import { Refusal } from '../call/refusal.ts'
import { elevateSession } from '../domain/identity/access/elevate-session.ts'
import { withFactor } from '../domain/identity/access/factor-proof.ts'
import { type Exchange, signIn } from '../domain/identity/access/sessions.ts'
import { connectionMethod } from '../domain/identity/sessions/sso-session.ts'
import { assertMayEnter } from '../domain/identity/sign-in/entry.ts'
import { claimsOf } from '../suites/entry-paths.test-kit.ts'
import type { CallResponse } from '../suites/kit.test-kit.ts'
import { CODE, connectionIn, type Fixture, TENANTS, USERS } from './session-fixture.test-kit.ts'
import { placeOf } from './session-model.test-kit.ts'
import { keepCookie, pickSession, signedIn, tokenFault } from './session-moves.test-kit.ts'
import type { Move } from './session-surroundings.test-kit.ts'

/** Runs the steps after a provider's proof, like its handler; returns `undefined` if they are refused. */
const afterProof = async (
  { kit }: Fixture,
  work: (exchange: Exchange) => Promise<AuthResponse>,
): Promise<CallResponse | undefined> => {
  const reply = { status: 200, headers: new Headers() }
  try {
    const body = await work({ ports: kit.ports, caller: SYSTEM_CALLER, reply })
    return { status: 200, headers: reply.headers, cookies: reply.headers.getSetCookie(), body }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Signs a member in by the provider of a tenant, with the second factor if one is required. */
const byProvider: Move = async (fixture) => {
  const { kit, model, random } = fixture
  const [name, tenantId] = [random.pick(USERS), random.pick(TENANTS)]
  if (!placeOf(model, name, tenantId)) return []
  const amr = ['fed', 'sso', connectionMethod(connectionIn(tenantId))]
  const response = await afterProof(fixture, async (exchange) => {
    const user = await kit.store.users.get(name)
    if (!user) throw new Refusal(404, [])
    await assertMayEnter(exchange, user)
    return signIn(exchange, user, { amr, tenantId })
  })
  const body = { mfaToken: response?.body.mfaToken, value: CODE }
  const final = response?.body.mfaRequired ? await kit.call('POST', mfaLogin.verifyCode.path, { body }) : response
  if (final?.status !== 200 || !final.body.accessToken) return []
  return [{ ...signedIn(fixture, name, final, { provider: tenantId }), move: 'sign-in by a provider' }]
}

/** Lets the provider that began a session verify a second factor of its user. */
const byProviderFactor: Move = async (fixture) => {
  const session = pickSession(fixture)
  if (!session?.provider) return []
  const { kit } = fixture
  const connectionId = connectionIn(session.provider)
  const response = await afterProof(fixture, async (exchange) => {
    const user = await kit.store.users.get(session.user)
    if (!user) throw new Refusal(404, [])
    const withMethod = (amr: readonly string[]) => withFactor(amr, { method: 'otp', at: kit.time.now, connectionId })
    const sessionId = String(claimsOf(session.token).sid)
    return elevateSession(exchange, { user, sessionId, amr: [] }, { kind: 'factor', withMethod })
  })
  if (!response) return []
  session.hasProviderFactor = true
  keepCookie(fixture, session, response)
  session.token = response.body.accessToken
  const { acr } = claimsOf(session.token)
  const isTold = acr !== '0' && !session.hasFactor && session.tenant !== session.provider
  return [
    {
      move: 'factor of a provider',
      fault: isTold ? 'names a factor of another tenant' : tokenFault(fixture, session, session.token),
    },
  ]
}

/** Proves the password of a user whose session began at a provider; sometimes a wrong one. */
const byOwnPassword: Move = async (fixture) => {
  const session = pickSession(fixture)
  if (!session?.provider) return []
  const { kit, passwords, random } = fixture
  const isWrong = random.chance(0.2)
  const body = { password: isWrong ? 'Wrong-Horse-1' : passwords.get(session.user) }
  const response = await kit.call('POST', accountEntry.provePassword.path, { token: session.token, body })
  if (response.status !== 200) return []
  session.hasOwnProof = true
  keepCookie(fixture, session, response)
  session.token = response.body.accessToken
  const fault = isWrong ? 'a wrong password was taken' : tokenFault(fixture, session, session.token)
  return [{ move: 'own password', fault }]
}

export const PROVIDER_MOVES: readonly (readonly [move: Move, weight: number])[] = [
  [byProvider, 5],
  [byProviderFactor, 2],
  [byOwnPassword, 3],
]
