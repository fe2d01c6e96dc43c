import type { AuthResponse } from '../../../../entities/auth.ts'
import type { CallerRequest } from '../../../call/auth.ts'
import type { Caller, Reply } from '../../../call/caller.ts'
import { cookieNameOf, privateCookie } from '../../../call/cookies.ts'
import { unauthorized } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import { isFirst, MFA_PER_ACCOUNT, MFA_PER_CHALLENGE, takeAttempt } from '../../base/limits/limits.ts'
import { activeStrategies, devicesOf, factorsOf } from './factors.ts'
import { isLockedHere, limitedUser } from './known-device.ts'
import { startTotp } from './totp-enrollment.ts'

const nameOf = (ports: Ports): string => cookieNameOf(ports.config, 'mfa')

/** Stores the proof of the first factor in a cookie for calls whose body has no field for it, such as recovery. */
const keepFirstFactor = (
  { ports, reply }: { ports: Ports; reply: Reply },
  { mfaToken, seconds }: { mfaToken: string; seconds: number },
): void => {
  const cookie = privateCookie(ports.config, { name: nameOf(ports), value: mfaToken, seconds })
  reply.headers.append('Set-Cookie', cookie)
}

/** Returns the first-factor proofs that this browser holds. */
export const firstFactorsOf = ({ ports, caller }: CallerRequest): readonly string[] => caller.cookies(nameOf(ports))

/** Seconds until a token expires, enough to find the phone and enter a code. */
export const MFA_TOKEN_SECONDS = 600

/**
 * The action that a token allows. `enroll` is for users who have no factor yet and must add one, which no other use
 * allows.
 */
type Use = 'login' | 'enroll' | 'step-up'

/** The proof of the first factor, until the second one is proven. */
export interface Challenge {
  user: UserRecord
  id: string
  use: Use
  /** Methods proven so far (RFC 8176). */
  amr: readonly string[]
  /** The session to step up. */
  sessionId?: string | undefined
  /** The only tenant that the sign-in is for. */
  tenantId?: string | undefined
}

/**
 * Returns a hash of the user's state, so that a token becomes invalid when the password changes or the email is proven.
 */
const stateOf = (ports: Ports, id: string, { verified, passwordHash }: UserRecord): Promise<string> =>
  ports.keyedHash('mfa-token', `${id}:${verified}:${passwordHash ?? ''}`)

/** Issues a token that proves only the first factor; its `type` prevents its use as an access token. */
export const issueMfaToken = async (ports: Ports, challenge: Challenge): Promise<string> => {
  const { user, id, use, amr, sessionId, tenantId } = challenge
  const issuedAt = Math.floor(ports.clock.now() / 1_000)
  return ports.signer.sign({
    sub: user.id,
    type: 'mfaToken',
    jti: id,
    use,
    amr,
    state: await stateOf(ports, id, user),
    ...(sessionId && { sid: sessionId }),
    ...(tenantId && { tenantId }),
    iss: ports.config.apiUrl,
    aud: ports.config.clientId,
    iat: issuedAt,
    exp: issuedAt + MFA_TOKEN_SECONDS,
  })
}

const again = () => unauthorized('Sign in again.')

/** Returns the challenge of a token, whose use must be one of `uses`. */
export const readMfaToken = async (
  { ports, caller }: Pick<Exchange, 'ports' | 'caller'>,
  token: string,
  uses: readonly Use[],
): Promise<Challenge> => {
  const claims = await ports.signer.verify(token, ports.clock.now())
  const { apiUrl, clientId } = ports.config
  const isOurs = claims?.type === 'mfaToken' && claims.iss === apiUrl && claims.aud === clientId
  const use = uses.find((one) => claims?.use === one)
  if (!isOurs || !use || typeof claims.jti !== 'string' || !Array.isArray(claims.amr)) throw again()
  const user = await ports.store.users.get(String(claims.sub))
  // Once the user has a factor, tokens that allow enrolling a first one are invalid.
  if (!user || (use === 'enroll') === user.mfaEnrolled || (await isLockedHere({ ports, caller }, user))) throw again()
  if (claims.state !== (await stateOf(ports, claims.jti, user))) throw again()
  const sessionId = typeof claims.sid === 'string' ? claims.sid : undefined
  const tenantId = typeof claims.tenantId === 'string' ? claims.tenantId : undefined
  return { user, id: claims.jti, use, amr: claims.amr.map(String), sessionId, tenantId }
}

/** Counts an attempt before any code is checked. */
export const takeMfaTry = async (
  { ports, caller }: Pick<Exchange, 'ports' | 'caller'>,
  { id, user }: Challenge,
): Promise<void> => {
  await takeAttempt(ports, MFA_PER_CHALLENGE, id)
  await takeAttempt(ports, MFA_PER_ACCOUNT, await limitedUser({ ports, caller }, user.id))
}

/** Marks a challenge as used, because its token opens only one session. */
export const spendChallenge = async (ports: Ports, challenge: Challenge): Promise<void> => {
  if (!(await isFirst(ports, 'mfa-token', challenge.id))) throw again()
}

const NO_TOKENS = { accessToken: '', refreshToken: '', expiresIn: 0, expires: '', mfaRequired: true }

type Exchange = { ports: Ports; caller: Caller; reply: Reply }

/** The proof of the first factor. */
type Proven = Pick<Challenge, 'amr' | 'tenantId'>

const askForFactor = async (exchange: Exchange, user: UserRecord, proven: Proven): Promise<AuthResponse> => {
  const { ports } = exchange
  const mfaToken = await issueMfaToken(ports, { user, id: ports.random.uuid(), use: 'login', ...proven })
  keepFirstFactor(exchange, { mfaToken, seconds: MFA_TOKEN_SECONDS })
  return {
    ...NO_TOKENS,
    mfaEnrolled: true,
    mfaToken,
    mfaDevices: devicesOf(await factorsOf(ports.store, user.id), user),
    userEmail: user.email,
    emailVerified: user.verified,
  }
}

export const enrollmentScope = (challengeId: string): string => `challenge:${challengeId}`

const askToEnroll = async (ports: Ports, user: UserRecord, proven: Proven): Promise<AuthResponse> => {
  const challenge: Challenge = { user, id: ports.random.uuid(), use: 'enroll', ...proven }
  const strategies = await activeStrategies(ports)
  const hasApp = strategies.includes('AuthenticatorApp')
  return {
    ...NO_TOKENS,
    mfaEnrolled: false,
    mfaToken: await issueMfaToken(ports, challenge),
    mfaStrategies: strategies,
    ...(hasApp && { qrCode: await startTotp(ports, user, enrollmentScope(challenge.id)) }),
    userEmail: user.email,
    emailVerified: user.verified,
  }
}

/** Challenges a sign-in that needs a second factor: the user proves the existing one or adds a first one. */
export const requestSecondFactor = (exchange: Exchange, user: UserRecord, proven: Proven): Promise<AuthResponse> =>
  user.mfaEnrolled ? askForFactor(exchange, user, proven) : askToEnroll(exchange.ports, user, proven)
