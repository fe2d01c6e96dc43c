import { MULTI_FACTOR_ACR } from '../../../rules/step-up.ts'
import type { Ports } from '../../ports.ts'
import type { MemberRecord, SessionRecord, UserRecord } from '../../store/records.ts'
import { grantsOf, idsOf } from '../roles/grants.ts'
import { memberIn } from './account-access.ts'
import { isActiveMember } from './active-member.ts'

/** No factor beyond the password was proven (OIDC Core §2). */
const SINGLE_FACTOR = '0'

export interface AccessToken {
  accessToken: string
  expiresIn: number
  expires: string
  exp: number
}

/**
 * The active memberships of a user, in the order she joined; last the account she asks for or is in, when an account
 * above it lets her into its sub-accounts.
 */
export const membershipsOf = async (ports: Ports, userId: string, alsoIn?: string): Promise<MemberRecord[]> => {
  const now = ports.clock.now()
  const all = await ports.store.members.list({ userId })
  const own = all
    .filter((member) => isActiveMember(member, now))
    .sort((left, right) => left.createdAt - right.createdAt)
  if (alsoIn === undefined || own.some(({ tenantId }) => tenantId === alsoIn)) return own
  const guest = await memberIn(ports, userId, alsoIn)
  return guest ? [...own, guest] : own
}

/** A JWT for one member (DESIGN §9: `type` tells it from an ID token). */
export const mintAccessToken = async (
  ports: Ports,
  {
    user,
    session,
    member,
    memberships,
  }: { user: UserRecord; session: SessionRecord; member: MemberRecord; memberships: readonly MemberRecord[] },
  /** What an ID token says besides. */
  extra: { nonce?: string; at_hash?: string } = {},
): Promise<AccessToken> => {
  const { roles, keys } = await grantsOf(ports.store, member, user)
  const { apiUrl, clientId, accessTokenSeconds } = ports.config
  const amr = session.amr === null ? ['pwd'] : idsOf(session.amr)
  const issuedAt = Math.floor(ports.clock.now() / 1_000)
  const exp = issuedAt + accessTokenSeconds
  const accessToken = await ports.signer.sign({
    sub: user.id,
    id: user.id,
    email: user.email,
    email_verified: user.verified,
    name: user.name,
    tenantId: member.tenantId,
    tenantIds: memberships.map(({ tenantId }) => tenantId),
    roles: roles.map(({ key }) => key),
    permissions: keys,
    sid: session.id,
    jti: ports.random.uuid(),
    amr,
    acr: amr.includes('mfa') ? MULTI_FACTOR_ACR : SINGLE_FACTOR,
    auth_time: Math.floor((session.authTime ?? session.createdAt) / 1_000),
    type: 'userToken',
    iss: apiUrl,
    aud: clientId,
    // Tells a client that there is something to ask for (`keepSession`); others need not know the call.
    ...(session.idleSeconds === null && session.absoluteSeconds === null ? {} : { session_limits: true }),
    // RFC 8693 §4.1: who acts as the subject.
    ...(session.actorId === null ? {} : { act: { sub: session.actorId } }),
    iat: issuedAt,
    exp,
    ...extra,
  })
  return { accessToken, expiresIn: accessTokenSeconds, expires: new Date(exp * 1_000).toISOString(), exp }
}
