import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { isByProvider, methodsOf, voucherIn } from '../sessions/sso-session.ts'
import { isAssertionTrustedIn } from './vouching.ts'

/** Prefix of a session method that records who verified a second factor, and when (in milliseconds). */
const MARK = 'factor:'

/** Verifier of factors that this backend verified itself; every other verifier is a connection. */
const OURSELVES = 'own'

/** Verifier of a session whose connection isn't known; no tenant trusts its factor. */
const UNKNOWN = ''

/** Methods (RFC 8176) that only a second factor adds to a session that began at an identity provider. */
const FACTOR_METHODS: readonly string[] = ['mfa', 'otp', 'sms', 'hwk']

interface FactorProof {
  verifier: string
  at: number
}

const markOf = ({ verifier, at }: FactorProof): string => `${MARK}${verifier}:${at}`

const marksIn = (amr: readonly string[]): FactorProof[] =>
  amr
    .filter((method) => method.startsWith(MARK))
    .map((mark) => {
      const end = mark.lastIndexOf(':')
      return { verifier: mark.slice(MARK.length, end), at: Number(mark.slice(end + 1)) }
    })

type Proven = Pick<SessionRecord, 'amr' | 'authTime' | 'createdAt'>

/**
 * Returns the proven factors of a session. A factor without a recorded verifier was verified by the provider if the
 * session began at one, else by this backend.
 */
const proofsOf = (session: Proven): FactorProof[] => {
  const amr = methodsOf(session)
  const marks = marksIn(amr)
  if (marks.length > 0 || !amr.includes('mfa')) return marks
  const verifier = isByProvider(amr) ? (voucherIn(amr) ?? UNKNOWN) : OURSELVES
  return [{ verifier, at: session.authTime ?? session.createdAt }]
}

interface NewProof {
  method: string
  at: number
  /** @default this backend */
  connectionId?: string
}

/** Adds a factor to the methods; the latest proof of a verifier replaces its earlier one. */
export const withFactor = (amr: readonly string[], { method, at, connectionId = OURSELVES }: NewProof): string[] => {
  const others = amr.filter((one) => !one.startsWith(`${MARK}${connectionId}:`))
  return [...new Set([...others, 'mfa', method, markOf({ verifier: connectionId, at })])]
}

/** Returns the methods of a session, including the verifier of each factor. */
export const verifiedMethodsOf = (session: Proven): string[] => [
  ...new Set([...methodsOf(session), ...proofsOf(session).map(markOf)]),
]

/** Returns when the user last proved a factor to this backend, in milliseconds. */
export const ownFactorAt = (session: Proven): number | undefined =>
  proofsOf(session).find(({ verifier }) => verifier === OURSELVES)?.at

/** Returns when the user last proved a factor to a verifier that the tenant trusts for this user, in milliseconds. */
export const trustedFactorAt = async (
  ports: Pick<Ports, 'store' | 'clock'>,
  session: Proven & Pick<SessionRecord, 'userId'>,
  tenantId: string,
): Promise<number | undefined> => {
  let latest: number | undefined
  for (const { verifier, at } of proofsOf(session)) {
    if (latest !== undefined && at <= latest) continue
    const place = { userId: session.userId, tenantId }
    if (verifier === OURSELVES || (await isAssertionTrustedIn(ports, verifier, place))) latest = at
  }
  return latest
}

/**
 * Returns when something that the tenant trusts was last proven in a session, in milliseconds. A factor that another
 * account's provider verified doesn't make the session any fresher.
 */
export const provenAt = async (
  ports: Pick<Ports, 'store' | 'clock'>,
  session: Proven & Pick<SessionRecord, 'userId'>,
  tenantId: string,
): Promise<number> =>
  Math.max(session.authTime ?? session.createdAt, (await trustedFactorAt(ports, session, tenantId)) ?? 0)

export const withoutFactor = (amr: readonly string[]): string[] =>
  amr.filter((method) => !FACTOR_METHODS.includes(method))
