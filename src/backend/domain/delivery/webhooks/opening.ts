import type { FreshWhen } from '../../../call/ruled-request.ts'
import { idsOf } from '../../../store/json-text.ts'

/** Returns whether a change makes a webhook receive more events, use another URL, or receive events again. */
export const extendsWebhook: FreshWhen = async ({ ports, auth, path, body }) => {
  const before = await ports.store.webhooks.find({ id: path._id ?? '', tenantId: auth.tenantId })
  if (!before) return false
  const known = idsOf(before.eventKeys)
  const keys: readonly unknown[] = Array.isArray(body.eventKeys) ? body.eventKeys : []
  const hasMore = keys.some((key) => typeof key === 'string' && !known.includes(key))
  const isMoved = body.url !== undefined && body.url !== before.url
  return hasMore || isMoved || (body.isActive === true && !before.isActive)
}
