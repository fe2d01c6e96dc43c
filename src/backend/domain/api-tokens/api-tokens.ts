import type { Ports } from '../../ports.ts'
import type { ApiTokenRecord, MemberRecord, UserRecord } from '../../store/records.ts'
import { isActiveMember } from '../access/active-member.ts'
import { grantsOf } from '../roles/grants.ts'

type Kind = ApiTokenRecord['kind']

/** Tells a secret scanner, and the edge, what kind of secret this is. */
const PREFIX: Readonly<Record<Kind, string>> = { AccessToken: 'feat_', ClientCredentials: 'fecs_' }

const SECRET_BYTES = 32
const MINUTE_MS = 60_000

/** How exactly the last use is known; a busy script must not write a row per call. */
const USE_STEP_MS = MINUTE_MS

/** The `type` claims of bearers that stand for a token of a person and of an account. */
export const MACHINE_TYPES = ['userApiToken', 'tenantApiToken'] as const

export const isAccessTokenSecret = (bearer: string): boolean => bearer.startsWith(PREFIX.AccessToken)

const hashOf = (ports: Ports, secret: string): Promise<string> => ports.keyedHash('api-token', secret)

interface NewApiToken {
  tenantId: string
  /** Whose it is; `null`: the account's. */
  userId: string | null
  kind: Kind
  description: string
  roleIds: readonly string[]
  /** `null`: never expires. */
  expiresInMinutes: number | null
  createdByUserId: string
}

/** The secret is told once; only its keyed hash is kept. */
export const createApiToken = async (
  ports: Ports,
  { expiresInMinutes, roleIds, ...given }: NewApiToken,
): Promise<{ token: ApiTokenRecord; secret: string }> => {
  const secret = PREFIX[given.kind] + ports.random.token(SECRET_BYTES)
  const now = ports.clock.now()
  const token = await ports.store.apiTokens.insert({
    ...given,
    id: ports.random.uuid(),
    secretHash: await hashOf(ports, secret),
    roleIds: JSON.stringify(roleIds),
    createdAt: now,
    expiresAt: expiresInMinutes === null ? null : now + expiresInMinutes * MINUTE_MS,
    lastUsedAt: null,
  })
  return { token, secret }
}

export const isUsable = (token: ApiTokenRecord | undefined, now: number): token is ApiTokenRecord =>
  token !== undefined && (token.expiresAt === null || token.expiresAt > now)

const findUsable = async (ports: Ports, kind: Kind, secret: string): Promise<ApiTokenRecord | undefined> => {
  const token = await ports.store.apiTokens.find({ secretHash: await hashOf(ports, secret) })
  return isUsable(token, ports.clock.now()) && token.kind === kind ? token : undefined
}

/** The access token that is itself the bearer. */
export const findAccessToken = (ports: Ports, secret: string) => findUsable(ports, 'AccessToken', secret)

export const findCredential = async (ports: Ports, clientId: string, secret: string) => {
  const token = await findUsable(ports, 'ClientCredentials', secret)
  return token?.id === clientId ? token : undefined
}

export const noteUse = async (ports: Ports, token: ApiTokenRecord): Promise<void> => {
  const now = ports.clock.now()
  if (token.lastUsedAt !== null && now - token.lastUsedAt < USE_STEP_MS) return
  await ports.store.apiTokens.update({ id: token.id }, { lastUsedAt: now })
}

/** Whom a token acts as. */
export interface Machine {
  token: ApiTokenRecord
  user: UserRecord
  member: MemberRecord
}

/** An account's token is nobody's; these rows stand in for the person and are stored nowhere. */
const standIn = (token: ApiTokenRecord): Machine => {
  const { id, tenantId, description, roleIds, createdAt } = token
  const shared = { email: `api-token:${id}`, name: description, verified: true, provider: 'local', mfaEnrolled: false }
  const user: UserRecord = {
    ...shared,
    id,
    phone: null,
    profilePictureUrl: null,
    passwordHash: null,
    isBreachedPassword: false,
    superUser: false,
    tenantId,
    metadata: '{}',
    failedLogins: 0,
    lockedAt: null,
    createdAt,
    lastLogin: null,
  }
  const member: MemberRecord = {
    ...shared,
    id: `machine:${id}`,
    tenantId,
    userId: id,
    phone: null,
    isLocked: false,
    roleIds,
    groupIds: null,
    factor: null,
    activated: true,
    invitedAt: null,
    temporaryUntil: null,
    createdAt,
    lastLogin: null,
    subAccountAccess: false,
  }
  return { token, user, member }
}

/** `undefined` when its owner has left the account, or the account is gone. */
export const machineOf = async (ports: Ports, token: ApiTokenRecord): Promise<Machine | undefined> => {
  const { tenantId, userId } = token
  if (userId === null) return (await ports.store.tenants.get(tenantId)) ? standIn(token) : undefined
  const member = await ports.store.members.find({ tenantId, userId })
  const user = await ports.store.users.get(userId)
  return user && isActiveMember(member, ports.clock.now()) ? { token, user, member } : undefined
}

/** The bearer that client credentials are exchanged for; it never outlives them. */
export const mintMachineToken = async (ports: Ports, { token, user, member }: Machine) => {
  const { roles, keys } = await grantsOf(ports.store, member, user)
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
