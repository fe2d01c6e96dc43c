import type { Ports } from '../../ports.ts'

/** Claims of a verified access token. */
type Claims = Readonly<Record<string, unknown>>

const idOf = ({ jti }: Claims): string => `ended-token ${String(jti)}`

/**
 * Records until an access token expires that a client revoked it. UserInfo and introspection refuse the token at once.
 * The API, like hosts, verifies access tokens without this record (RFC 7009 §3).
 */
export const endToken = async ({ store, clock }: Ports, claims: Claims): Promise<boolean> => {
  const windowEndsAt = Number(claims.exp) * 1_000
  return (await store.countAttempt({ id: idOf(claims), now: clock.now(), windowEndsAt })).count === 1
}

export const isEndedToken = async ({ store }: Ports, claims: Claims): Promise<boolean> =>
  (await store.attempts.get(idOf(claims))) !== undefined
