import type { Auth } from '../../call/auth.ts'
import { forbidden, unauthorized } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { SessionRecord } from '../../store/records.ts'
import { findAccessToken, isUsable, MACHINE_TYPES, type Machine, machineOf, noteUse } from '../api-tokens/api-tokens.ts'
import { grantsOf } from '../roles/grants.ts'

/** A script has no session; whoever looks for one finds this, which is stored nowhere. */
const noSession = ({ token }: Machine): SessionRecord => ({
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
})

export const isMachineType = (type: unknown): boolean => MACHINE_TYPES.some((known) => known === type)

const authOf = async (ports: Ports, machine: Machine | undefined, scope: string | undefined): Promise<Auth> => {
  if (!machine) throw unauthorized('This API token is no longer valid', 'invalid_token')
  const { token, user, member } = machine
  if (scope && scope !== token.tenantId) throw forbidden('This API token belongs to another account')
  await noteUse(ports, token)
  let grants: ReturnType<Auth['grants']> | undefined
  return {
    user,
    member,
    session: noSession(machine),
    tenantId: token.tenantId,
    claims: {},
    machine: token,
    grants: () => {
      grants ??= grantsOf(ports.store, member, user)
      return grants
    },
  }
}

/** An access token is the bearer itself. */
export const authenticateAccessToken = async (ports: Ports, secret: string, scope: string | undefined) => {
  const token = await findAccessToken(ports, secret)
  return authOf(ports, token && (await machineOf(ports, token)), scope)
}

/** A bearer that credentials were exchanged for dies with them, not only with its own time. */
export const authenticateExchanged = async (
  ports: Ports,
  claims: Readonly<Record<string, unknown>>,
  scope: string | undefined,
) => {
  const token = await ports.store.apiTokens.get(String(claims.sub))
  const isAlive = isUsable(token, ports.clock.now()) && token.tenantId === claims.tenantId
  return authOf(ports, isAlive ? await machineOf(ports, token) : undefined, scope)
}
