import type { Auth, SignedRequest } from '../../call/auth.ts'
import { forbidden } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { ApiTokenRecord } from '../../store/records.ts'
import { hashOf, PREFIX } from '../api-tokens/api-tokens.ts'
import { NOT_WHILE_IMPERSONATING } from './impersonation-rights.ts'
import { enterTenant } from './tenant-entry.ts'

const SECRET_BYTES = 32
const MINUTE_MS = 60_000

/** A script that could make tokens would outlive its own end. */
export const assertUser = ({ machine, session }: Auth): void => {
  if (machine) throw forbidden('API tokens cannot manage API tokens')
  if (session.actorId !== null) throw forbidden(NOT_WHILE_IMPERSONATING)
}

/** Making a token, or giving it more rights, demands what a new sign-in to the tenant would. */
export const assertTokenProof = async (call: SignedRequest): Promise<void> => {
  assertUser(call.auth)
  await enterTenant(call, { ...call.auth, metPolicyOf: null })
}

interface NewApiToken {
  /** Its owner; `null` for the tenant. */
  userId: string | null
  kind: ApiTokenRecord['kind']
  description: string
  roleIds: readonly string[]
  /** `null`: never expires. */
  expiresInMinutes: number | null
}

interface ApiTokenFacts extends NewApiToken {
  tenantId: string
  createdByUserId: string
}

/** The secret is shown once; only its keyed hash is kept. */
export const createApiToken = async (
  ports: Ports,
  { expiresInMinutes, roleIds, ...given }: ApiTokenFacts,
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
    lastIpAddress: null,
  })
  return { token, secret }
}

/** Turns a session into an API token of its tenant, which outlives the session. */
export const issueApiToken = async (call: SignedRequest, given: NewApiToken) => {
  await assertTokenProof(call)
  const { tenantId, user } = call.auth
  return createApiToken(call.ports, { ...given, tenantId, createdByUserId: user.id })
}
