import type { PausedEvents } from '../../../../entities/guarantee.ts'
import { withoutInvisibleEnds } from '../../../../rules/pasted-text.ts'
import { flagOf, readDescription, readName, text, textList } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { FreshWhen } from '../../../call/ruled-request.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { WebhookRecord } from '../../../store/records.ts'
import { isEventKey } from '../../events/catalog.ts'
import { pausedOf } from '../../identity/guarantor/event-areas.ts'

const MAX_NAME = 100
const MAX_DESCRIPTION = 500
const MAX_URL = 2_000

/** The fields of a webhook in a request; missing fields stay unchanged. */
interface Given {
  displayName?: unknown
  description?: unknown
  url?: unknown
  eventKeys?: unknown
  isActive?: unknown
}

type Fields = Pick<WebhookRecord, 'displayName' | 'description' | 'url' | 'eventKeys' | 'isActive'>

/** Returns a valid URL and refuses one that can never be reached; every delivery checks it again. */
export const webhookUrl = async (ports: Pick<Ports, 'webhooks'>, value: unknown): Promise<string> => {
  const given = withoutInvisibleEnds(text(value, 'url', MAX_URL))
  const problem = await ports.webhooks.problem(given)
  if (problem) throw badRequest(problem)
  return new URL(given).href
}

const eventKeysOf = (value: unknown): string => {
  const keys = [...new Set(textList(value, 'eventKeys'))]
  if (keys.length === 0) throw badRequest('Choose at least one event')
  const unknown = keys.find((key) => !isEventKey(key))
  if (unknown !== undefined) throw badRequest(`${unknown.slice(0, 100)} is not an event`)
  return JSON.stringify(keys)
}

export const changedFields = async (ports: Pick<Ports, 'webhooks'>, given: Given): Promise<Partial<Fields>> => ({
  ...(given.displayName !== undefined && { displayName: readName(given.displayName, 'displayName', MAX_NAME) }),
  ...(given.description !== undefined && {
    description: readDescription(given.description, 'description', MAX_DESCRIPTION),
  }),
  ...(given.url !== undefined && { url: await webhookUrl(ports, given.url) }),
  ...(given.eventKeys !== undefined && { eventKeys: eventKeysOf(given.eventKeys) }),
  ...(given.isActive !== undefined && { isActive: flagOf(given.isActive, 'isActive') }),
})

export const newFields = async (ports: Pick<Ports, 'webhooks'>, given: Given): Promise<Fields> => ({
  displayName: readName(given.displayName, 'displayName', MAX_NAME),
  description: readDescription(given.description, 'description', MAX_DESCRIPTION),
  url: await webhookUrl(ports, given.url),
  eventKeys: eventKeysOf(given.eventKeys),
  isActive: given.isActive === undefined ? true : flagOf(given.isActive, 'isActive'),
})

/** Returns whether a change sends no more than before, and to no other URL. */
export const isHarmless = (before: WebhookRecord, after: WebhookRecord): boolean => {
  const known = idsOf(before.eventKeys)
  const isTurnedOn = after.isActive && !before.isActive
  return after.url === before.url && !isTurnedOn && idsOf(after.eventKeys).every((key) => known.includes(key))
}

/** Returns the events that a webhook doesn't send, because the member who vouches for it may not see their data. */
export const pausedEvents = (ports: Ports, webhook: WebhookRecord): Promise<PausedEvents> =>
  pausedOf(ports, webhook, idsOf(webhook.eventKeys))

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
