import type { PausedEvents } from '../../../../entities/guarantee.ts'
import type { Auth } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { WebhookRecord } from '../../../store/records.ts'
import { assertSeesEvents, hiddenEvents } from '../../identity/guarantor/event-areas.ts'
import { pausedOf } from '../../identity/guarantor/paused-subscriptions.ts'
import { guarantorIdOf } from '../../identity/guarantor/vouching.ts'

/** Returns whether a change sends no more than before, and to no other URL. */
const isHarmless = (before: WebhookRecord, after: WebhookRecord): boolean => {
  const known = idsOf(before.eventKeys)
  const isTurnedOn = after.isActive && !before.isActive
  return after.url === before.url && !isTurnedOn && idsOf(after.eventKeys).every((key) => known.includes(key))
}

/**
 * Returns who vouches for a webhook after a change, which is the caller if they may see the data of all its events.
 *
 * @throws Refusal 403 when they may not, and the change sends more or elsewhere
 */
export const confirmedBy = async (auth: Auth, before: WebhookRecord, after: WebhookRecord): Promise<string | null> => {
  const eventKeys = idsOf(after.eventKeys)
  const { keys } = await auth.grants()
  if (hiddenEvents(keys, eventKeys).length === 0) return guarantorIdOf(auth)
  if (!isHarmless(before, after)) await assertSeesEvents(auth, eventKeys)
  return before.guarantorId
}

/** Returns the events that a webhook doesn't send, because the member who vouches for it may not see their data. */
export const pausedEvents = (ports: Ports, webhook: WebhookRecord): Promise<PausedEvents> =>
  pausedOf(ports, webhook, idsOf(webhook.eventKeys))
