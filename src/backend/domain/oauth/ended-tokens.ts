import type { Ports } from '../../ports.ts'

/** Claims of a verified access token. */
type Claims = Readonly<Record<string, unknown>>

const idOf = ({ jti }: Claims): string => `ended-token ${String(jti)}`

/**
 * Remembers until its end that a client gave an access token back. The API verifies access tokens without looking here, as
 * hosts do (RFC 7009 §3); UserInfo and introspection refuse them at once.
 */
export const endToken = async ({ store, clock }: Ports, claims: Claims): Promise<boolean> => {
  const windowEndsAt = Number(claims.exp) * 1_000
  return (await store.countAttempt({ id: idOf(claims), now: clock.now(), windowEndsAt })).count === 1
}

export const isEndedToken = async ({ store }: Ports, claims: Claims): Promise<boolean> =>
  (await store.attempts.get(idOf(claims))) !== undefined
