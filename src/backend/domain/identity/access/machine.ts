import type { CallerRequest, Grants } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { ApiTokenRecord, MemberRecord, SessionRecord, UserRecord } from '../../../store/records.ts'
import { type Guarantor, guarantorOf, holdsAnything, tokenGuarantorId } from '../guarantor/guarantor.ts'
import { NEW_MEMBER, NEW_USER } from '../members/members.ts'
import { ipRefusal, isIpAllowed } from '../restrictions/ip-rules.ts'
import { grantsOf } from '../roles/grants.ts'
import { limitOfToken } from './provider-credentials.ts'
import { readForApiToken } from './read-ahead.ts'
import { checkEntry, isSuspended, suspended } from './tenant-entry.ts'

/** The user and member a token acts as. */
export interface Machine {
  token: ApiTokenRecord
  user: UserRecord
  member: MemberRecord
  /** The member whose rights the token can't exceed: for a user's token, only while a connection vouches for it. */
  guarantor?: Guarantor
}

/** Returns what a token may do now: its owner's rights, or those of its roles that its guarantor still holds. */
export const grantsOfMachine = async (ports: Ports, { user, member, guarantor }: Machine): Promise<Grants> => {
  const own = await grantsOf(ports.store, member, user)
  if (!guarantor) return own
  const { withinGuarantor } = await import('../guarantor/within-guarantor.ts')
  return withinGuarantor(ports, own, { tenantId: member.tenantId, guarantor })
}

/** Builds user and member rows for a tenant's token, which belongs to no user; they are never stored. */
export const standIn = (token: ApiTokenRecord): Machine => {
  const { id, tenantId, description, roleIds, createdAt } = token
  const shared = { email: `api-token:${id}`, name: description, verified: true, tenantId, createdAt }
  const user = { ...NEW_USER, ...shared, id }
  const member = { ...NEW_MEMBER, ...shared, id: `machine:${id}`, userId: id, roleIds }
  return { token, user, member }
}

/** Builds the session row for an API token, which has no session; it is never stored. */
export const noSession = (token: ApiTokenRecord): SessionRecord => ({
  id: `machine:${token.id}`,
  userId: token.userId ?? token.id,
  tenantId: token.tenantId,
  generation: 0,
  rotatedAt: token.createdAt,
  userAgent: '',
  ipAddress: '',
  createdAt: token.createdAt,
  expiresAt: token.expiresAt ?? Number.MAX_SAFE_INTEGER,
  revokedAt: null,
  amr: '[]',
  authTime: token.createdAt,
  lastActiveAt: null,
  refreshedAt: null,
  actorId: null,
  actorSessionId: null,
  idleSeconds: null,
  absoluteSeconds: null,
  visits: null,
})

/**
 * Returns the user and member that a token acts as, or `undefined` if its owner or guarantor has left the tenant, or
 * the tenant no longer exists.
 *
 * @throws Refusal 403 when the tenant does not let the caller's IP address in, or is suspended
 */
export const machineOf = async (call: CallerRequest, token: ApiTokenRecord): Promise<Machine | undefined> => {
  const { store } = call.ports
  const { tenantId, userId } = token
  await readForApiToken(store, token)
  if (!(await isIpAllowed(store, tenantId, call.caller.ipAddress))) throw ipRefusal(call.caller)
  if (await isSuspended(store, tenantId)) throw suspended()
  if (userId === null) {
    if (!(await store.tenants.get(tenantId))) return undefined
    const guarantor = await guarantorOf(call.ports, tenantId, tokenGuarantorId(token))
    return holdsAnything(guarantor) ? { ...standIn(token), guarantor } : undefined
  }
  const user = await store.users.get(userId)
  // The token met the policy of the day it was created; a stricter policy since then does not end it
  // (src/decisions/0034).
  const verdict = user && (await checkEntry(call, { user, session: noSession(token), tenantId, isApiToken: true }))
  if (verdict?.kind !== 'granted') return undefined
  const { user: owner, member } = verdict.admission
  const guarantor = token.guarantorId === null ? undefined : await limitOfToken(call.ports, token, userId)
  return { token, user: owner, member, ...(guarantor && { guarantor }) }
}

/** Signs the bearer token that client credentials are exchanged for; it never outlives them. */
export const mintMachineToken = async (ports: Ports, machine: Machine) => {
  const { token, user } = machine
  const { roles, keys } = await grantsOfMachine(ports, machine)
  const { apiUrl, clientId, accessTokenSeconds } = ports.config
  const iat = Math.floor(ports.clock.now() / 1_000)
  const end = token.expiresAt === null ? Number.POSITIVE_INFINITY : Math.floor(token.expiresAt / 1_000)
  const exp = Math.min(iat + accessTokenSeconds, end)
  const accessToken = await ports.signer.sign({
    sub: token.id,
    tenantId: token.tenantId,
    ...(token.userId !== null && { userId: token.userId, email: user.email }),
    roles: roles.map(({ key }) => key),
    permissions: keys,
    jti: ports.random.uuid(),
    type: token.userId === null ? 'tenantApiToken' : 'userApiToken',
    iss: apiUrl,
    aud: clientId,
    iat,
    exp,
  })
  return {
    accessToken,
    expiresIn: exp - iat,
    expires: new Date(exp * 1_000).toISOString(),
    tokenType: 'Bearer' as const,
  }
}
