import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { connectionOf } from '../sessions/sso-session.ts'
import { isByProvider, isTrustedIn, methodsOf } from './vouching.ts'

/** Among the methods of a session: who judged a second factor of its user, and when, in milliseconds. */
const MARK = 'factor:'

/** Factors that this backend verified itself; every other judge is a connection. */
const OURSELVES = 'own'

/** A session at a provider whose connection isn't known: its factor is believed nowhere. */
const UNKNOWN = ''

/** Methods (RFC 8176) that only a second factor adds to a session that began at an identity provider. */
const FACTOR_METHODS: readonly string[] = ['mfa', 'otp', 'sms', 'hwk']

interface FactorProof {
  judge: string
  at: number
}

const markOf = ({ judge, at }: FactorProof): string => `${MARK}${judge}:${at}`

const marksIn = (amr: readonly string[]): FactorProof[] =>
  amr
    .filter((method) => method.startsWith(MARK))
    .map((mark) => {
      const end = mark.lastIndexOf(':')
      return { judge: mark.slice(MARK.length, end), at: Number(mark.slice(end + 1)) }
    })

type Proven = Pick<SessionRecord, 'amr' | 'authTime' | 'createdAt'>

/**
 * The factors of a session. One that was proven before judges were recorded is taken for the provider's in a session that
 * began at a provider, which could have been its judge, and for our own in any other.
 */
const proofsOf = (session: Proven): FactorProof[] => {
  const amr = methodsOf(session)
  const marks = marksIn(amr)
  if (marks.length > 0 || !amr.includes('mfa')) return marks
  const judge = isByProvider(amr) ? (connectionOf(amr) ?? UNKNOWN) : OURSELVES
  return [{ judge, at: session.authTime ?? session.createdAt }]
}

interface NewProof {
  method: string
  at: number
  /** @default ourselves */
  connectionId?: string
}

/** Methods with one more factor; a judge's latest replaces the earlier one. */
export const withFactor = (amr: readonly string[], { method, at, connectionId = OURSELVES }: NewProof): string[] => {
  const others = amr.filter((one) => !one.startsWith(`${MARK}${connectionId}:`))
  return [...new Set([...others, 'mfa', method, markOf({ judge: connectionId, at })])]
}

/** Methods of a session, with the judge of each factor. */
export const judgedMethodsOf = (session: Proven): string[] => [
  ...new Set([...methodsOf(session), ...proofsOf(session).map(markOf)]),
]

/** When the user last proved a factor to us, in milliseconds. */
export const ownFactorAt = (session: Proven): number | undefined =>
  proofsOf(session).find(({ judge }) => judge === OURSELVES)?.at

/** When the user last proved a factor to someone whom the tenant trusts, in milliseconds. */
export const trustedFactorAt = async (
  { store }: Pick<Ports, 'store'>,
  session: Proven,
  tenantId: string,
): Promise<number | undefined> => {
  let latest: number | undefined
  for (const { judge, at } of proofsOf(session)) {
    if (latest !== undefined && at <= latest) continue
    if (judge === OURSELVES || (await isTrustedIn(store, judge, tenantId))) latest = at
  }
  return latest
}

export const withoutFactor = (amr: readonly string[]): string[] =>
  amr.filter((method) => !FACTOR_METHODS.includes(method))
