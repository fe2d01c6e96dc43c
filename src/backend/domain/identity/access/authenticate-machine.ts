import type { Auth } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import { forbidden, unauthorized } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { auditUse, findAccessToken, isUnexpired, MACHINE_TYPES, noteUse } from './api-tokens.ts'
import { grantsOfMachine, type Machine, machineOf, noSession } from './machine.ts'

interface Call {
  ports: Ports
  caller: Caller
}

export const isMachineType = (type: unknown): boolean => MACHINE_TYPES.some((known) => known === type)

const authOf = async (call: Call, machine: Machine | undefined, scope: string | undefined): Promise<Auth> => {
  if (!machine) throw unauthorized('This API token is no longer valid', 'invalid_token')
  const { token, user, member } = machine
  if (scope && scope !== token.tenantId) throw forbidden('This API token belongs to another account')
  if (token.kind === 'AccessToken') await auditUse(call, token, user)
  await noteUse(call, token)
  let grants: ReturnType<Auth['grants']> | undefined
  return {
    user,
    member,
    session: noSession(token),
    tenantId: token.tenantId,
    claims: {},
    machine: token,
    grants: () => {
      grants ??= grantsOfMachine(call.ports, machine)
      return grants
    },
  }
}

/** Authenticates an access token, which is itself the bearer token. */
export const authenticateAccessToken = async (call: Call, secret: string, scope: string | undefined) => {
  const token = await findAccessToken(call.ports, secret)
  return authOf(call, token && (await machineOf(call, token)), scope)
}

/** Authenticates a bearer token that client credentials were exchanged for; it ends when the credentials do. */
export const authenticateExchanged = async (
  call: Call,
  claims: Readonly<Record<string, unknown>>,
  scope: string | undefined,
) => {
  const { ports } = call
  const token = await ports.store.apiTokens.get(String(claims.sub))
  const isAlive = isUnexpired(token, ports.clock.now()) && token.tenantId === claims.tenantId
  return authOf(call, isAlive ? await machineOf(call, token) : undefined, scope)
}
