import type { SessionSnapshot, SessionUser } from '../feature/ports.ts'
import { isFresher, sidOf, type Token, textClaim } from './token.ts'

/** Returns whether a token is for the same user in the same tenant. */
export const isSameSubject = (token: Token, user: SessionUser): boolean =>
  (textClaim(token.claims, 'tenantId') ?? user.tenantId) === user.tenantId &&
  [user.id, user.sub].includes(textClaim(token.claims, 'sub') ?? user.id)

interface View {
  token?: Token
  snapshot: SessionSnapshot
  /** Sessions that ended here and must not be revived. */
  endedSids: ReadonlySet<string>
  /** Tenant of this tab, in session-per-tenant mode only. */
  tabTenant?: string
}

/**
 * Returns how to handle a token that another tab received: `keep` it for the pending start-up, `renew` the own one,
 * `adopt` another login, `refresh` for the own tenant, or `ignore` it.
 */
export const judgeToken = (
  token: Token,
  reason: 'login' | 'refresh',
  { token: own, snapshot, endedSids, tabTenant }: View,
): 'keep' | 'renew' | 'adopt' | 'refresh' | 'ignore' => {
  if (endedSids.has(sidOf(token) ?? '')) return 'ignore'
  const isLogin = reason === 'login'
  if (tabTenant !== undefined && textClaim(token.claims, 'tenantId') !== tabTenant) {
    return isLogin && !own ? 'refresh' : 'ignore'
  }
  if (!own && snapshot.status === 'loading') return 'keep'
  // A tab that lacks its session because of an outage takes any token of it.
  if (!own) return isLogin || snapshot.failure !== undefined ? 'adopt' : 'ignore'
  if (!isFresher(token, own)) return 'ignore'
  return snapshot.user && !isSameSubject(token, snapshot.user) ? 'adopt' : 'renew'
}
