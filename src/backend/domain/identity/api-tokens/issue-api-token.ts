import type { Auth, SignedRequest } from '../../../call/auth.ts'
import { forbidden, notWhileImpersonating } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { ApiTokenRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { hashOf, PREFIX } from '../access/api-tokens.ts'
import { tokenVoucherOf } from '../access/provider-credentials.ts'
import { admit } from '../access/tenant-entry.ts'
import { ownerIdOf } from '../guarantor/guarantor-id.ts'
import { recordToken } from '../members/record-changes.ts'

const SECRET_BYTES = 32
const MINUTE_MS = 60_000

/** Refuses API tokens and impersonators. A script that could create tokens would outlive its own token. */
export const assertUser = ({ machine, session }: Auth): void => {
  if (machine) throw forbidden('API tokens cannot manage API tokens').as('users-only')
  if (session.actorId !== null) throw notWhileImpersonating()
}

/** Requires what a new sign-in to the tenant would, before a token is created or gets more rights. */
export const assertTokenProof = async (call: SignedRequest): Promise<void> => {
  assertUser(call.auth)
  await admit(call, { ...call.auth, metPolicyOf: null })
}

interface NewApiToken {
  /** Owner of the token; `null` for the tenant. */
  userId: string | null
  kind: ApiTokenRecord['kind']
  description: string
  roleIds: readonly string[]
  /** Minutes until the token expires; `null` means never. */
  expiresInMinutes: number | null
}

interface ApiTokenFacts extends NewApiToken {
  tenantId: string
  createdByUserId: string
  /** @default the creator of an account's token; no one for a user's */
  guarantorId?: string | null
}

type WriteWithToken = (store: Collections, token: ApiTokenRecord) => Promise<void>

/** Creates an API token. Its secret is shown once; only the keyed hash is kept. */
export const createApiToken = async (
  ports: Ports,
  { expiresInMinutes, roleIds, ...given }: ApiTokenFacts,
  alsoWrite: WriteWithToken = async () => undefined,
): Promise<{ token: ApiTokenRecord; secret: string }> => {
  const secret = PREFIX[given.kind] + ports.random.token(SECRET_BYTES)
  const now = ports.clock.now()
  const record = {
    ...given,
    id: ports.random.uuid(),
    secretHash: await hashOf(ports, secret),
    roleIds: JSON.stringify(roleIds),
    guarantorId: given.guarantorId ?? (given.userId === null ? given.createdByUserId : null),
    createdAt: now,
    expiresAt: expiresInMinutes === null ? null : now + expiresInMinutes * MINUTE_MS,
    lastUsedAt: null,
    lastIpAddress: null,
  }
  const token = await ports.store.transaction(async (store) => {
    await alsoWrite(store, record)
    return store.apiTokens.insert(record)
  })
  return { token, secret }
}

/** Turns a session into an API token of its tenant, which outlives the session. */
export const issueApiToken = async (call: SignedRequest, given: NewApiToken, alsoWrite: WriteWithToken) => {
  await assertTokenProof(call)
  const { tenantId, user, session } = call.auth
  const voucher = given.userId === null ? await ownerIdOf(call.auth) : tokenVoucherOf(session)
  const facts = { ...given, tenantId, createdByUserId: user.id, guarantorId: voucher }
  return createApiToken(call.ports, facts, async (store, token) => {
    await recordToken(call, store, token, 'created')
    await alsoWrite(store, token)
  })
}
