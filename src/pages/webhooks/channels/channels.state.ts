import type { MessageRecipient } from '../../../contract/webhooks.ts'
import type { ChannelConfig, SlackSub } from '../../../entities/connectivity.ts'
import { normalizeEmail } from '../../../rules/email.ts'
import { splitLines } from '../../../rules/line-breaks.ts'

export type MessageChannel = 'email' | 'sms'

export type Recipients = Readonly<Record<MessageChannel, readonly MessageRecipient[]>>

/** The configuration of a channel, or why it isn't shown. */
export type Loaded<Value> =
  | { phase: 'loading' }
  | { phase: 'failed'; error: string }
  /** The user may not see it, or this backend lacks it. */
  | { phase: 'hidden' }
  | { phase: 'ready'; value: Value }

export interface SlackFacts {
  /** `null` until a workspace is connected. */
  teamName: string | null
  subscriptions: readonly SlackSub[]
  channels: readonly { id: string; name: string }[]
  /** The reason the channels could not be listed. */
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
  /** Recipients as typed. */
  recipients: string
}

export interface SlackRow extends EventRow {
  channelIds: readonly string[]
}

/** Separators of recipients. Phone numbers may contain spaces. */
const SEPARATOR: Readonly<Record<MessageChannel, RegExp>> = { email: /[\s,;]+/, sms: /[,;]+/ }

export const recipientsIn = (channel: MessageChannel, typed: string): string[] =>
  splitLines(typed)
    .flatMap((line) => line.split(SEPARATOR[channel]))
    .map((each) => each.trim())
    .filter(Boolean)

/** Returns a recipient in the backend's format. */
const normalized = (channel: MessageChannel, typed: string): string | undefined =>
  channel === 'email' ? normalizeEmail(typed) : `+${typed.replace(/[\s().+-]/g, '')}`

/** Returns the recipients of an event who receive no messages, because they haven't confirmed or have unsubscribed. */
export const silentRecipients = (
  channel: MessageChannel,
  known: readonly MessageRecipient[],
  typed: string,
): MessageRecipient[] => {
  const wanted = recipientsIn(channel, typed).map((each) => normalized(channel, each))
  return known.filter(({ target, state }) => state !== 'confirmed' && wanted.includes(target))
}

/** Returns the number of unconfirmed recipients of all events of a channel. */
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

/** Returns one row per event, with the first event of each subscription. */
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

/** Returns the calls that change the stored configuration into the form's values. */
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

/** Returns the summary of a channel for the list. */
export const summaryOf = (channel: ChannelsState[keyof ChannelsState]): { events: number; isOn: boolean } => {
  if (channel.phase !== 'ready') return { events: 0, isOn: false }
  const { value } = channel
  if ('teamName' in value) {
    const { subscriptions, teamName } = value
    return { events: subscriptions.length, isOn: teamName !== null && subscriptions.some(({ isActive }) => isActive) }
  }
  return { events: value.length, isOn: value.some(({ enabled }) => enabled) }
}
