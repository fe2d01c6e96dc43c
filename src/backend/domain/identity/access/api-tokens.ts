import type { CallerRequest } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { ApiTokenRecord } from '../../../store/records.ts'
import { audit } from '../../audit/audit.ts'
import { listingOf } from '../../audit/refused-calls.ts'
import { type Limit, networkOf } from '../../base/limits/limits.ts'

type Kind = ApiTokenRecord['kind']

/** Prefixes that show secret scanners and the edge which kind of secret they found. */
export const PREFIX: Readonly<Record<Kind, string>> = { AccessToken: 'feat_', ClientCredentials: 'fecs_' }

const MINUTE_MS = 60_000

/** Precision of the last-use time; without it, a busy script would write a row per call. */
const USE_STEP_MS = MINUTE_MS

/** The `type` claims of bearer tokens that represent a user's or a tenant's API token. */
export const MACHINE_TYPES = ['userApiToken', 'tenantApiToken'] as const

export const hashOf = (ports: Ports, secret: string): Promise<string> => ports.keyedHash('api-token', secret)

export const isUnexpired = (token: ApiTokenRecord | undefined, now: number): token is ApiTokenRecord =>
  token !== undefined && (token.expiresAt === null || token.expiresAt > now)

const findUsable = async (ports: Ports, kind: Kind, secret: string): Promise<ApiTokenRecord | undefined> => {
  const token = await ports.store.apiTokens.find({ secretHash: await hashOf(ports, secret) })
  return isUnexpired(token, ports.clock.now()) && token.kind === kind ? token : undefined
}

/** Finds the access token whose secret is used directly as the bearer token. */
export const findAccessToken = (ports: Ports, secret: string) => findUsable(ports, 'AccessToken', secret)

export const findCredential = async (ports: Ports, clientId: string, secret: string) => {
  const token = await findUsable(ports, 'ClientCredentials', secret)
  return token?.id === clientId ? token : undefined
}

const HOUR_MS = 60 * MINUTE_MS

/** A token's uses are logged once per hour and IP address, up to a limit. */
const USES_PER_IP: Limit = { name: 'token-use-ip', tries: 1, windowMs: HOUR_MS }
export const USES_PER_TOKEN: Limit = { name: 'token-use', tries: 60, windowMs: HOUR_MS }
const REFUSALS_PER_NETWORK: Limit = { name: 'token-refused-network', tries: 5, windowMs: HOUR_MS }
const REFUSALS_PER_TOKEN: Limit = { name: 'token-refused', tries: 20, windowMs: HOUR_MS }

/** Logs the first use per hour and IP address, because an access token is sent with every call. */
export const auditUse = async (
  { ports, caller }: CallerRequest,
  token: ApiTokenRecord,
  user: { id: string; email: string },
): Promise<void> => {
  if (token.lastIpAddress === (caller.ipAddress ?? null) && isRecentlyUsed(token, ports.clock.now())) return
  const own = { limit: USES_PER_IP, subject: `${token.id}:${caller.ipAddress ?? ''}` }
  const listing = await listingOf(ports, own, { limit: USES_PER_TOKEN, subject: token.id })
  if (listing === 'none') return
  await audit(ports, caller, {
    tenantId: token.tenantId,
    user,
    action: 'API token used',
    resource: 'API tokens',
    description:
      listing === 'row'
        ? `Used as a bearer token: ${token.description}`
        : `Further IP addresses aren't listed this hour: ${token.description}`,
    detail: { tokenId: token.id, kind: token.kind },
  })
}

/**
 * Logs refused credentials. It does the same work whether or not the client ID exists; unknown IDs share one subject.
 */
export const auditRefusedToken = async ({ ports, caller }: CallerRequest, clientId: string): Promise<void> => {
  const token = await ports.store.apiTokens.get(clientId)
  const subject = token?.id ?? ''
  const network = caller.ipAddress === undefined ? '' : networkOf(caller.ipAddress)
  const own = { limit: REFUSALS_PER_NETWORK, subject: `${subject}:${network}`, isShown: true }
  const listing = await listingOf(ports, own, { limit: REFUSALS_PER_TOKEN, subject })
  if (listing === 'none') return
  const refused = token ? `Refused: ${token.description}` : 'Refused an unknown client ID'
  await audit(ports, caller, {
    tenantId: token?.tenantId ?? '',
    action: 'API token refused',
    resource: 'API tokens',
    severity: 'Medium',
    description: listing === 'row' ? refused : "Further refused credentials aren't listed this hour",
    detail: { ...(token && { tokenId: token.id, kind: token.kind }) },
  })
}

const isRecentlyUsed = ({ lastUsedAt }: ApiTokenRecord, now: number): boolean =>
  lastUsedAt !== null && now - lastUsedAt < USE_STEP_MS

export const noteUse = async ({ ports, caller }: CallerRequest, token: ApiTokenRecord): Promise<void> => {
  const now = ports.clock.now()
  if (isRecentlyUsed(token, now)) return
  await ports.store.apiTokens.update({ id: token.id }, { lastUsedAt: now, lastIpAddress: caller.ipAddress ?? null })
}
