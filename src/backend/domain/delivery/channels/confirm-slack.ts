import type { Auth } from '../../../call/auth.ts'
import type { SlackSubscriptionRecord } from '../../../store/records.ts'
import { slackChannelsOf, slackKeysOf } from '../../events/subscriptions.ts'
import { assertSeesEvents, hiddenEvents } from '../../identity/guarantor/event-areas.ts'
import { guarantorIdOf } from '../../identity/guarantor/guarantor.ts'

/** Returns whether a change posts no event in a channel where it was not posted before. */
const isHarmless = (before: SlackSubscriptionRecord, after: SlackSubscriptionRecord): boolean =>
  slackKeysOf(after).every((key) => {
    const known = slackChannelsOf(before, key)
    return slackChannelsOf(after, key).every((channel) => known.includes(channel))
  })

/**
 * Returns who vouches for a subscription after a change, which is the caller if they may see the data of all its
 * events.
 *
 * @throws Refusal 403 when they may not, and the change posts more or elsewhere
 */
export const confirmedSlack = async (
  auth: Auth,
  before: SlackSubscriptionRecord,
  after: SlackSubscriptionRecord,
): Promise<string | null> => {
  const eventKeys = slackKeysOf(after)
  const { keys } = await auth.grants()
  if (hiddenEvents(keys, eventKeys).length === 0) return guarantorIdOf(auth)
  if (!isHarmless(before, after)) await assertSeesEvents(auth, eventKeys)
  return before.guarantorId
}
