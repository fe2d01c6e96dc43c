import type { SlackSub } from '../../../../entities/connectivity.ts'
import type { EventKey } from '../../../../entities/events.ts'
import { isRecord } from '../../../../kernel/safe-json.ts'
import { normalizeEmail } from '../../../../rules/email.ts'
import { flagOf, optionalText, readOptionalName, text, textList } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { ChannelConfigRecord } from '../../../store/records.ts'
import { isEventKey } from '../../events/catalog.ts'
import type { KeptSubscription } from '../../events/subscriptions.ts'
import { phoneNumber } from '../../identity/credentials/phones.ts'

const MAX_NAME = 100
const MAX_RECIPIENTS = 50
const MAX_SUBSCRIPTIONS = 20
const MAX_SLACK_CHANNELS = 20
const MAX_TITLE = 200
const MAX_MESSAGE = 1_000

type Channel = ChannelConfigRecord['channel']

export const eventKeyOf = (value: unknown): EventKey => {
  const key = text(value, 'eventKey', 100)
  if (!isEventKey(key)) throw badRequest(`${key} is not an event`)
  return key
}

const emailOf = (value: string): string => {
  const email = normalizeEmail(value)
  if (email === undefined) throw badRequest(`${value.slice(0, 100)} is not an email`)
  return email
}

/** The channel whose subscriptions are read. */
interface Place {
  ports: Ports
  channel: Channel
  /** @default a new one, which has no recipients yet */
  before?: KeptSubscription
}

const recipientsOf = ({ ports, channel, before }: Place, value: unknown): string[] => {
  const given = textList(value, 'recipients')
  const stored = before?.recipients
  const read = (each: string) =>
    channel === 'email' ? emailOf(each) : phoneNumber(ports, each, { field: each, ...(stored && { stored }) })
  const recipients = [...new Set(given.map(read))]
  if (recipients.length === 0) throw badRequest('Enter at least one recipient')
  if (recipients.length > MAX_RECIPIENTS) throw badRequest(`An event can have at most ${MAX_RECIPIENTS} recipients`)
  return recipients
}

interface GivenSubscription {
  name?: unknown
  enabled?: unknown
  recipients?: unknown
}

export const subscriptionOf = (place: Place, id: string, given: GivenSubscription): KeptSubscription => ({
  id,
  name: readOptionalName(given.name, 'name', MAX_NAME) ?? '',
  enabled: flagOf(given.enabled, 'enabled'),
  recipients: recipientsOf(place, given.recipients),
})

export const subscriptionListOf = (place: Place, given: unknown): KeptSubscription[] => {
  if (!Array.isArray(given) || given.length === 0 || !given.every(isRecord)) {
    throw badRequest('subscriptions must be a list with at least one subscription')
  }
  if (given.length > MAX_SUBSCRIPTIONS) throw badRequest(`At most ${MAX_SUBSCRIPTIONS} subscriptions per event`)
  return given.map((each) => subscriptionOf(place, place.ports.random.uuid(), each))
}

const slackEventOf = (given: unknown): SlackSub['slackEvents'][number] => {
  if (!isRecord(given)) throw badRequest('slackEvents must be a list of events')
  const channelIds = [...new Set(textList(given.channelIds, 'channelIds'))]
  if (channelIds.length > MAX_SLACK_CHANNELS) throw badRequest(`At most ${MAX_SLACK_CHANNELS} channels per event`)
  if (!channelIds.every((id) => /^[A-Z0-9]{1,32}$/.test(id))) throw badRequest('channelIds must be ids of channels')
  const title = optionalText(given.title, 'title', MAX_TITLE)
  const message = optionalText(given.message, 'message', MAX_MESSAGE)
  return { eventKey: eventKeyOf(given.eventKey), channelIds, ...(title && { title }), ...(message && { message }) }
}

/** Reads the fields of a Slack subscription: its events and the channels of each. */
export const slackFieldsOf = (given: { isActive?: unknown; slackEvents?: unknown }) => {
  const { isActive, slackEvents } = given
  if (!Array.isArray(slackEvents) || slackEvents.length === 0) throw badRequest('Choose at least one event')
  if (slackEvents.length > MAX_SUBSCRIPTIONS) throw badRequest(`At most ${MAX_SUBSCRIPTIONS} events per subscription`)
  return { isActive: flagOf(isActive, 'isActive'), slackEvents: JSON.stringify(slackEvents.map(slackEventOf)) }
}
