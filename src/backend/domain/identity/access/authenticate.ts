import { lazy } from '../../../../kernel/lazy.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import type { Auth, CallerRequest } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import { forbidden, sessionEnded, unauthorized } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { type Impersonator, impersonatorOf, liveSession } from '../sessions/live-session.ts'
import { auditUse, findAccessToken, isUnexpired, MACHINE_TYPES, noteUse, PREFIX } from './api-tokens.ts'
import { grantsOfMachine, type Machine, machineOf, noSession } from './machine.ts'
import { readForToken } from './read-ahead.ts'
import { enterTenant, type TenantEntry } from './tenant-entry.ts'
import { grantsInSession, ranksInSession, ranksOfVoucher } from './vouched-rights.ts'

const SCOPE_HEADER = 'frontegg-scoped-tenant'

/** Reads the bearer token of the `Authorization` header (RFC 6750 §2.1). */
const bearerOf = (caller: Caller): string | undefined => caller.header('authorization')?.match(/^Bearer +(\S+)$/i)?.[1]

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const claimsOf = async (ports: Ports, token: string) => {
  const claims = await ports.signer.verify(token, ports.clock.now())
  // Tokens of other purposes are signed by the same key; only this claim distinguishes them.
  const isOurs = claims?.iss === ports.config.apiUrl && isAudience(claims.aud, ports)
  const isKnown = claims?.type === 'userToken' ? isText(claims.sid) : isMachineType(claims?.type)
  return isOurs && isKnown && isText(claims.sub) && isText(claims.tenantId) ? claims : undefined
}

const isAudience = (aud: unknown, ports: Ports) => aud === ports.config.clientId

/** Throws a 401 unless the bearer token is valid and unexpired and its session is still live. */
export const authenticate = async (ports: Ports, caller: Caller): Promise<Auth> => {
  const token = bearerOf(caller)
  if (token === undefined) throw unauthorized()
  const scope = caller.header(SCOPE_HEADER) || undefined
  if (token.startsWith(PREFIX.AccessToken)) return authenticateAccessToken({ ports, caller }, token, scope)
  const claims = await claimsOf(ports, token)
  if (!claims) throw sessionEnded()
  if (isMachineType(claims.type)) return authenticateExchanged({ ports, caller }, claims, scope)
  // The token proves that the policy of its own tenant was met; entry to any other tenant is judged here.
  const tenantId = scope ?? String(claims.tenantId)
  const sessionId = String(claims.sid)
  await readForToken(ports.store, { userId: String(claims.sub), tenantId, sessionId, email: String(claims.email) })
  const session = await liveSession(ports, sessionId)
  const user = session && session.userId === claims.sub ? await ports.store.users.get(session.userId) : undefined
  if (!session || !user) throw sessionEnded()
  const entry = await enterTenant({ ports, caller }, { user, session, tenantId, metPolicyOf: String(claims.tenantId) })
  return authOf(ports, entry, { claims, impersonator: await impersonatorOf(ports, session) })
}

const authOf = (
  ports: Ports,
  entry: TenantEntry,
  given: { claims: Auth['claims']; impersonator: Impersonator | undefined },
): Auth => {
  const { user, session, member } = entry
  const inSession = lazy(() => grantsInSession(ports, entry))
  return {
    user,
    session,
    ...given,
    member,
    tenantId: member.tenantId,
    isLimited: async (permission) => {
      const { full } = await inSession()
      return full !== undefined && (permission === undefined || holdsPermission(full.keys, permission))
    },
    vouchedRanks: lazy(async () => ranksInSession(ports, entry, await inSession())),
    grants: async () => (await inSession()).grants,
  }
}

const isMachineType = (type: unknown): boolean => MACHINE_TYPES.some((known) => known === type)

const authOfMachine = async (
  call: CallerRequest,
  machine: Machine | undefined,
  scope: string | undefined,
): Promise<Auth> => {
  if (!machine) throw unauthorized('This API token is no longer valid', 'invalid_token')
  const { token, user, member } = machine
  if (scope && scope !== token.tenantId) throw forbidden('This API token belongs to another account')
  if (token.kind === 'AccessToken') await auditUse(call, token, user)
  await noteUse(call, token)
  const grants = lazy(() => grantsOfMachine(call.ports, machine))
  return {
    user,
    member,
    session: noSession(token),
    tenantId: token.tenantId,
    claims: {},
    machine: token,
    vouchedRanks: lazy(() =>
      ranksOfVoucher(call.ports, token.guarantorId, async () => ({ tenantId: token.tenantId, grants: await grants() })),
    ),
    grants,
  }
}

/** Authenticates an access token, which is itself the bearer token. */
const authenticateAccessToken = async (call: CallerRequest, secret: string, scope: string | undefined) => {
  const token = await findAccessToken(call.ports, secret)
  return authOfMachine(call, token && (await machineOf(call, token)), scope)
}

/** Authenticates a bearer token that client credentials were exchanged for; it ends when the credentials do. */
const authenticateExchanged = async (
  call: CallerRequest,
  claims: Readonly<Record<string, unknown>>,
  scope: string | undefined,
) => {
  const { ports } = call
  const token = await ports.store.apiTokens.get(String(claims.sub))
  const isAlive = isUnexpired(token, ports.clock.now()) && token.tenantId === claims.tenantId
  return authOfMachine(call, isAlive ? await machineOf(call, token) : undefined, scope)
}
