import type { Caller } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import type { ApiTokenRecord } from '../../store/records.ts'

type Kind = ApiTokenRecord['kind']

/** Shows secret scanners and the edge what kind of secret this is. */
export const PREFIX: Readonly<Record<Kind, string>> = { AccessToken: 'feat_', ClientCredentials: 'fecs_' }

const MINUTE_MS = 60_000

/** How exactly the last use is known: a busy script must not write a row per call. */
const USE_STEP_MS = MINUTE_MS

/** The `type` claims of bearers that stand for a user's token and for a tenant's. */
export const MACHINE_TYPES = ['userApiToken', 'tenantApiToken'] as const

export const isAccessTokenSecret = (bearer: string): boolean => bearer.startsWith(PREFIX.AccessToken)

export const hashOf = (ports: Ports, secret: string): Promise<string> => ports.keyedHash('api-token', secret)

export const isUnexpired = (token: ApiTokenRecord | undefined, now: number): token is ApiTokenRecord =>
  token !== undefined && (token.expiresAt === null || token.expiresAt > now)

const findUsable = async (ports: Ports, kind: Kind, secret: string): Promise<ApiTokenRecord | undefined> => {
  const token = await ports.store.apiTokens.find({ secretHash: await hashOf(ports, secret) })
  return isUnexpired(token, ports.clock.now()) && token.kind === kind ? token : undefined
}

/** The access token that is itself the bearer. */
export const findAccessToken = (ports: Ports, secret: string) => findUsable(ports, 'AccessToken', secret)

export const findCredential = async (ports: Ports, clientId: string, secret: string) => {
  const token = await findUsable(ports, 'ClientCredentials', secret)
  return token?.id === clientId ? token : undefined
}

export const noteUse = async (
  { ports, caller }: { ports: Ports; caller: Caller },
  token: ApiTokenRecord,
): Promise<void> => {
  const now = ports.clock.now()
  if (token.lastUsedAt !== null && now - token.lastUsedAt < USE_STEP_MS) return
  await ports.store.apiTokens.update({ id: token.id }, { lastUsedAt: now, lastIpAddress: caller.ipAddress ?? null })
}
