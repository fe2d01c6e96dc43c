import type { ChannelSub, SlackSub } from '../../../entities/connectivity.ts'
import { parseJson } from '../../../kernel/safe-json.ts'
import type { ChannelConfigRecord, SlackSubscriptionRecord } from '../../store/records.ts'

export interface KeptSubscription extends ChannelSub {
  id: string
}

/** Parses subscriptions. Only the backend writes this value, so its shape is known. */
export const subscriptionsOf = ({ subscriptions }: Pick<ChannelConfigRecord, 'subscriptions'>): KeptSubscription[] =>
  parseJson(subscriptions) as KeptSubscription[]

export const slackEventsOf = ({ slackEvents }: Pick<SlackSubscriptionRecord, 'slackEvents'>): SlackSub['slackEvents'] =>
  parseJson(slackEvents) as SlackSub['slackEvents']

/** Returns the keys of the events in a Slack subscription, without duplicates. */
export const slackKeysOf = (subscription: Pick<SlackSubscriptionRecord, 'slackEvents'>): string[] => [
  ...new Set(slackEventsOf(subscription).map(({ eventKey }) => eventKey)),
]

/** Returns the recipients of a channel's enabled subscriptions, without duplicates. */
export const recipientsOf = (config: ChannelConfigRecord): string[] => {
  if (!config.enabled) return []
  const on = subscriptionsOf(config).filter(({ enabled }) => enabled)
  return [...new Set(on.flatMap(({ recipients }) => recipients))]
}

/** Returns the Slack channels that an event is sent to, without duplicates. */
export const slackChannelsOf = (subscription: SlackSubscriptionRecord, key: string): string[] => {
  if (!subscription.isActive) return []
  const of = slackEventsOf(subscription).filter(({ eventKey }) => eventKey === key)
  return [...new Set(of.flatMap(({ channelIds }) => channelIds))]
}
