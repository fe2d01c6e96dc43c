import type { MessageRecipient } from '../../../contract/additions/message-recipients.ts'
import type { ChannelConfig, SlackSub } from '../../../entities/connectivity.ts'
import { normalizeEmail } from '../../../rules/email.ts'

export type MessageChannel = 'email' | 'sms'

export type Recipients = Readonly<Record<MessageChannel, readonly MessageRecipient[]>>

/** What a channel has, or why nothing is shown of it. */
export type Loaded<Value> =
  | { phase: 'loading' }
  | { phase: 'failed'; error: string }
  /** The user may not see it, or this backend does not have it. */
  | { phase: 'hidden' }
  | { phase: 'ready'; value: Value }

export interface SlackFacts {
  /** `null` before a workspace is connected. */
  teamName: string | null
  subscriptions: readonly SlackSub[]
  channels: readonly { id: string; name: string }[]
  /** Why the channels could not be listed. */
  problem?: string | undefined
}

export interface ChannelsState {
  email: Loaded<readonly ChannelConfig[]>
  sms: Loaded<readonly ChannelConfig[]>
  slack: Loaded<SlackFacts>
}

export const CHANNELS_AT_START: ChannelsState = {
  email: { phase: 'loading' },
  sms: { phase: 'loading' },
  slack: { phase: 'loading' },
}

/** One event in the form of a channel. */
export interface EventRow {
  eventKey: string
  enabled: boolean
}

export interface MessageRow extends EventRow {
  /** As typed. */
  recipients: string
}

export interface SlackRow extends EventRow {
  channelIds: readonly string[]
}

/** Phone numbers may have spaces in them. */
const SEPARATOR: Readonly<Record<MessageChannel, RegExp>> = { email: /[\s,;]+/, sms: /[,;\n]+/ }

export const recipientsIn = (channel: MessageChannel, typed: string): string[] =>
  typed
    .split(SEPARATOR[channel])
    .map((each) => each.trim())
    .filter(Boolean)

/** As the backend stores it. */
const normalized = (channel: MessageChannel, typed: string): string | undefined =>
  channel === 'email' ? normalizeEmail(typed) : `+${typed.replace(/[\s().+-]/g, '')}`

/** Recipients of an event who get nothing: they have yet to confirm, or stopped the messages. */
export const silentRecipients = (
  channel: MessageChannel,
  known: readonly MessageRecipient[],
  typed: string,
): MessageRecipient[] => {
  const wanted = recipientsIn(channel, typed).map((each) => normalized(channel, each))
  return known.filter(({ target, state }) => state !== 'confirmed' && wanted.includes(target))
}

/** Of all events of a channel. */
export const waitingCount = (
  channel: MessageChannel,
  loaded: Loaded<readonly ChannelConfig[]>,
  known: readonly MessageRecipient[],
): number => {
  if (loaded.phase !== 'ready') return 0
  const all = messageRows(loaded.value).map(({ recipients }) => recipients)
  return silentRecipients(channel, known, all.join(', ')).filter(({ state }) => state === 'pending').length
}

const isPhone = (text: string): boolean => /^\+?\d{5,15}$/.test(text.replace(/[\s().-]/g, ''))

type RowFault = 'recipientsRequired' | 'emailInvalid' | 'phoneInvalid' | 'channelRequired'

export const messageFault = (channel: MessageChannel, { recipients }: MessageRow): RowFault | undefined => {
  const all = recipientsIn(channel, recipients)
  if (all.length === 0) return 'recipientsRequired'
  if (channel === 'email') return all.every(normalizeEmail) ? undefined : 'emailInvalid'
  return all.every(isPhone) ? undefined : 'phoneInvalid'
}

export const slackFault = ({ channelIds }: SlackRow): RowFault | undefined =>
  channelIds.length === 0 ? 'channelRequired' : undefined

export const messageRows = (configs: readonly ChannelConfig[]): MessageRow[] =>
  configs.map(({ eventKey, enabled, subscriptions }) => ({
    eventKey,
    enabled,
    recipients: subscriptions?.[0]?.recipients.join(', ') ?? '',
  }))

/** Of each subscription, the first event; one row for each event. */
export const slackRows = (subscriptions: readonly SlackSub[]): SlackRow[] => {
  const rows = subscriptions.flatMap(({ isActive, slackEvents: [first] }) =>
    first ? [{ eventKey: first.eventKey, enabled: isActive, channelIds: first.channelIds }] : [],
  )
  return rows.filter(({ eventKey }, at) => rows.findIndex((row) => row.eventKey === eventKey) === at)
}

export type MessageChange =
  | { kind: 'create'; eventKey: string; enabled: boolean; recipients: string[] }
  | { kind: 'enable'; eventKey: string; enabled: boolean }
  | { kind: 'update'; eventKey: string; subscriptionId: string; name: string; recipients: string[] }
  | { kind: 'delete'; eventKey: string }

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join()

const rowChanges = (channel: MessageChannel, config: ChannelConfig | undefined, row: MessageRow): MessageChange[] => {
  const { eventKey, enabled } = row
  const recipients = recipientsIn(channel, row.recipients)
  if (!config) return [{ kind: 'create', eventKey, enabled, recipients }]
  const [first] = config.subscriptions
  const turned: MessageChange[] = config.enabled === enabled ? [] : [{ kind: 'enable', eventKey, enabled }]
  if (!first?.id || isSame(first.recipients, recipients)) return turned
  return [...turned, { kind: 'update', eventKey, subscriptionId: first.id, name: first.name, recipients }]
}

/** The calls that lead from what is stored to what the form shows. */
export const messageChanges = (
  channel: MessageChannel,
  configs: readonly ChannelConfig[],
  rows: readonly MessageRow[],
): MessageChange[] => [
  ...rows.flatMap((row) =>
    rowChanges(
      channel,
      configs.find(({ eventKey }) => eventKey === row.eventKey),
      row,
    ),
  ),
  ...configs
    .filter(({ eventKey }) => !rows.some((row) => row.eventKey === eventKey))
    .map(({ eventKey }) => ({ kind: 'delete' as const, eventKey })),
]

type SlackChange =
  | { kind: 'create'; body: Omit<SlackSub, 'id'> }
  | { kind: 'update'; id: string; body: SlackSub }
  | { kind: 'delete'; id: string }

const slackRowChange = (found: SlackSub | undefined, row: SlackRow): SlackChange[] => {
  const event = { eventKey: row.eventKey, channelIds: [...row.channelIds] }
  if (!found?.id) return [{ kind: 'create', body: { isActive: row.enabled, slackEvents: [event] } }]
  const [first, ...rest] = found.slackEvents
  if (found.isActive === row.enabled && isSame(first?.channelIds ?? [], row.channelIds)) return []
  const { id } = found
  return [{ kind: 'update', id, body: { id, isActive: row.enabled, slackEvents: [{ ...first, ...event }, ...rest] } }]
}

export const slackChanges = (subscriptions: readonly SlackSub[], rows: readonly SlackRow[]): SlackChange[] => {
  const known = new Set(slackRows(subscriptions).map(({ eventKey }) => eventKey))
  const of = (key: string) => subscriptions.find(({ slackEvents: [first] }) => first?.eventKey === key)
  const removed = [...known].filter((key) => !rows.some(({ eventKey }) => eventKey === key))
  return [
    ...rows.flatMap((row) => slackRowChange(of(row.eventKey), row)),
    ...removed.flatMap((key) => {
      const id = of(key)?.id
      return id ? [{ kind: 'delete' as const, id }] : []
    }),
  ]
}

/** What the list says of a channel. */
export const summaryOf = (channel: ChannelsState[keyof ChannelsState]): { events: number; isOn: boolean } => {
  if (channel.phase !== 'ready') return { events: 0, isOn: false }
  const { value } = channel
  if ('teamName' in value) {
    const { subscriptions, teamName } = value
    return { events: subscriptions.length, isOn: teamName !== null && subscriptions.some(({ isActive }) => isActive) }
  }
  return { events: value.length, isOn: value.some(({ enabled }) => enabled) }
}
