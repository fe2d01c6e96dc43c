import type { Ports } from '../../../ports.ts'
import type { DeliveryRecord, EventRecord, SlackSubscriptionRecord } from '../../../store/records.ts'
import { slackChannelsOf, slackEventsOf } from '../../events/subscriptions.ts'
import { isVouchedFor } from '../../identity/guarantor/event-areas.ts'
import { bellEventOf } from '../notifications/bell-events.ts'
import { attempted, type OpenDelivery } from './attempted.ts'
import { slackInstallation } from './slack-installation.ts'

/** Escapes text, so that names in events don't become Slack mentions or links. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const textOf = (subscription: SlackSubscriptionRecord, event: EventRecord): string => {
  const own = slackEventsOf(subscription).find(({ eventKey }) => eventKey === event.key)
  const { title, body } = bellEventOf(event)
  const lines = [own?.title || title, own?.message, body]
  return lines
    .filter(Boolean)
    .map((line) => escapeText(line ?? ''))
    .join('\n')
}

/** Opens the delivery of an event as a message in one Slack channel. */
export const openSlackMessage = async (
  ports: Ports,
  delivery: DeliveryRecord,
  event: EventRecord,
): Promise<OpenDelivery | undefined> => {
  const { slack } = ports
  const { webhookId, target, tenantId } = delivery
  const subscription = await ports.store.slackSubscriptions.get(webhookId)
  const installed = slack && (await slackInstallation(ports, tenantId))
  if (!installed || !subscription || !slackChannelsOf(subscription, event.key).includes(target)) return undefined
  if (!(await isVouchedFor(ports, subscription, event.key))) return undefined
  const text = textOf(subscription, event)
  return attempted(ports, delivery, () => slack.post(installed.token, { channel: target, text }))
}
