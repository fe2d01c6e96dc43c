import type { usage } from '../../contract/usage.ts'
import { text } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { countUse, usageReport } from '../domain/billing/usage/usage.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

const MAX_QUANTITY = 1_000_000
const MAX_KEY_LENGTH = 200
const MAX_IDEMPOTENCY_KEY_LENGTH = 255

/** Reads a whole, positive quantity, so that no one can reduce the recorded use of others. */
const quantityOf = (value: unknown): number => {
  if (value === undefined) return 1
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_QUANTITY) return value
  throw badRequest(`quantity must be a whole number from 1 to ${MAX_QUANTITY}`)
}

/** An empty key is refused: without one, a request that is sent again would count again. */
const idempotencyKeyOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : text(value, 'idempotencyKey', MAX_IDEMPOTENCY_KEY_LENGTH)

export const usageHandlers = {
  listUsage: signedIn(({ ports, auth }) => usageReport(ports, auth.tenantId)),
  // Only the API token of the host's server may call it: a member could use up the limit of all users
  // (src/decisions/0076).
  countUse: signedIn(({ ports, auth: { tenantId }, body }) => {
    const featureKey = text(body.featureKey, 'featureKey', MAX_KEY_LENGTH)
    const quantity = quantityOf(body.quantity)
    const use = { tenantId, featureKey, quantity, key: idempotencyKeyOf(body.idempotencyKey) }
    return ports.inLine(`usage ${tenantId} ${featureKey}`, () => countUse(ports, use))
  }),
} satisfies Handlers<typeof usage>
