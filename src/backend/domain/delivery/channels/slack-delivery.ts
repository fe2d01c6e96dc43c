import type { Ports, SecretUse } from '../../../ports.ts'
import type { DeliveryRecord, EventRecord, SlackSubscriptionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { slackChannelsOf, slackEventsOf } from '../../events/subscriptions.ts'
import { isVouchedFor } from '../../identity/guarantor/event-areas.ts'
import { bellEventOf } from '../notifications/bell-events.ts'
import { attempted, type OpenDelivery } from './attempted.ts'

const secretUse = (tenantId: string): SecretUse => ({ purpose: 'slack', owner: tenantId })

/** Returns the Slack workspace of an account with its token, if there is one. */
export const slackInstallation = async ({ store, secretBox }: Pick<Ports, 'store' | 'secretBox'>, tenantId: string) => {
  const found = await store.slackInstallations.find({ tenantId })
  if (!found) return undefined
  const { text } = await secretBox.open(found.token, secretUse(tenantId))
  return { id: found.id, teamName: found.teamName, token: text }
}

/** Stores a workspace in place of an earlier one. */
export const keepInstallation = async (
  ports: Pick<Ports, 'store' | 'secretBox' | 'random' | 'clock'>,
  tenantId: string,
  { token, teamName }: { token: string; teamName: string },
  alsoWrite: (store: Collections) => Promise<void>,
): Promise<void> => {
  const sealed = await ports.secretBox.seal(token, secretUse(tenantId))
  const row = { id: ports.random.uuid(), tenantId, teamName, token: sealed, createdAt: ports.clock.now() }
  await ports.store.transaction(async (store) => {
    await store.slackInstallations.delete({ tenantId })
    await store.slackInstallations.insert(row)
    await alsoWrite(store)
  })
}

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
