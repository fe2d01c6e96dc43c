import type { EventCategory, Webhook, WebhookAttempt, WebhookLog, WebhookStatus } from '../../entities/connectivity.ts'
import type { JsonValue } from '../../entities/wire.ts'
import type { Translate } from '../../i18n/messages.ts'
import { PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import { emptyList, type ListQuery, type ListState, listQuery } from '../../parts/record-list/list-state.ts'
import { type WebhookUrlFault, webhookUrlFault } from '../../rules/webhook-url.ts'
import { CHANNELS_AT_START, type ChannelsState, type Recipients } from './channels/channels.state.ts'
import type { WebhooksTexts } from './webhooks.messages.ts'

export type WebhooksAbility =
  | 'edit'
  | 'remove'
  | 'seeLog'
  | `${'see' | 'edit' | 'remove'}${'Email' | 'Sms' | 'Slack'}`
  | `${'change' | 'connect' | 'disconnect'}Slack`

/** A webhook of the list; an older backend doesn't report its deliveries. */
export interface ListedWebhook extends Webhook {
  id: string
  name: string
  status?: WebhookStatus | undefined
}

export interface WebhookDraft {
  displayName: string
  description: string
  url: string
  eventKeys: readonly string[]
  isActive: boolean
  /** Secret of a new webhook. */
  secret: string
}

export type WebhooksDialog =
  | { kind: 'edit'; webhook?: ListedWebhook }
  | { kind: 'test'; webhook: ListedWebhook }
  | { kind: 'log'; webhook: ListedWebhook }
  | { kind: 'secret'; webhook: ListedWebhook }
  | { kind: 'resend'; webhook: ListedWebhook }
  | { kind: 'delete'; webhook: ListedWebhook }
  | { kind: 'email' }
  | { kind: 'sms' }
  | { kind: 'slack' }

type WebhooksNotice =
  | 'created'
  | 'saved'
  | 'turnedOn'
  | 'turnedOff'
  | 'deleted'
  | 'retried'
  | 'resent'
  | 'channelSaved'
  | 'confirmationSent'
  | 'slackConnected'
  | 'slackDisconnected'
  | 'slackDeclined'
  | 'failed'
  | 'deletionFailed'
  | 'resendFailed'
  | 'connectionFailed'
  | 'unavailable'

/** Rows of the open log. */
export interface LogState {
  phase: 'first' | 'reloading' | 'ready' | 'failed'
  offset: number
  count: number
  rows: readonly WebhookLog[]
  error?: string | undefined
  /** Details of opened rows, by id; `null` if this backend has none. */
  attempts: Readonly<Record<string, WebhookAttempt | null>>
}

/** The response to a test. */
export interface TestResult {
  isSuccess: boolean
  /** Absent if no response arrived. */
  statusCode?: number
  body?: JsonValue
  reason?: string
}

export interface WebhooksState extends PageState<WebhooksAbility, WebhooksDialog, WebhooksNotice> {
  list: ListState<ListedWebhook>
  categories: readonly EventCategory[]
  channels: ChannelsState
  recipients: Recipients
  log: LogState
  test: TestResult | undefined
  /** A new secret, shown once. */
  secret: string | undefined
}

export const LOG_LIMIT = 10

export const NO_LOG: LogState = { phase: 'first', offset: 0, count: 0, rows: [], attempts: {} }

const query = listQuery(['name', 'createdAt'], { sort: 'name', order: 'ASC' })

export const initialWebhooks: WebhooksState = {
  ...PAGE_AT_START,
  list: emptyList(query.initial),
  categories: [],
  channels: CHANNELS_AT_START,
  recipients: { email: [], sms: [] },
  log: NO_LOG,
  test: undefined,
  secret: undefined,
}

/** The statuses that count as a passed test. */
const PASSED: readonly number[] = [200, 201]

export const testResult = ({ statusCode, body }: { statusCode: number; body: JsonValue }): TestResult => ({
  isSuccess: PASSED.includes(statusCode),
  statusCode,
  body,
})

/** Returns a new secret in base64 with a prefix, which any Standard Webhooks library can use to verify messages. */
export const newSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`

export const draftOf = (webhook: ListedWebhook | undefined): WebhookDraft => ({
  displayName: webhook?.displayName ?? '',
  description: webhook?.description ?? '',
  url: webhook?.url ?? '',
  eventKeys: webhook?.eventKeys ?? [],
  isActive: webhook?.isActive ?? true,
  secret: webhook ? '' : newSecret(),
})

/** Returns the fields that the API calls accept. */
export const fieldsOf = ({ displayName, description, url, eventKeys, isActive }: Omit<WebhookDraft, 'secret'>) => ({
  displayName: displayName.trim(),
  description: description.trim(),
  url: url.trim(),
  eventKeys: [...eventKeys],
  isActive,
})

const MIN_SECRET_LENGTH = 8

export type DraftFault = WebhookUrlFault | 'nameIsRequired' | 'eventsIsRequired' | 'secretKeyLengthAtLeast8'

export const draftFaults = (draft: WebhookDraft, isNew: boolean) => ({
  name: draft.displayName.trim() ? undefined : ('nameIsRequired' as const),
  url: webhookUrlFault(draft.url),
  events: draft.eventKeys.length ? undefined : ('eventsIsRequired' as const),
  secret: isNew && draft.secret.length < MIN_SECRET_LENGTH ? ('secretKeyLengthAtLeast8' as const) : undefined,
})

export const webhooksUrl: PageUrl<WebhooksState, ListQuery> = {
  place: query,
  placeOf: ({ list }) => list.query,
  linkOf: (dialog) => {
    const id = ('webhook' in dialog && dialog.webhook?.id) || ''
    return { name: dialog.kind === 'edit' && !id ? 'new' : dialog.kind, id }
  },
}

/** Returns the paused events; an older backend pauses none. */
const pausedKeys = ({ status }: ListedWebhook): readonly string[] => status?.pausedEventKeys ?? []

export const isWhollyPaused = (webhook: ListedWebhook): boolean =>
  pausedKeys(webhook).length === webhook.eventKeys.length

/** Returns why a webhook doesn't send all its events; `undefined` if it does. */
export const pausedText = (webhook: ListedWebhook, t: Translate<WebhooksTexts>, tenant: string): string | undefined => {
  const { length: count } = pausedKeys(webhook)
  if (count === 0) return undefined
  const { guarantor, connectionLimit } = webhook.status ?? {}
  if (connectionLimit) return t(`paused_${connectionLimit}`, { count })
  return guarantor ? t('pausedEvents', { count, name: guarantor.name || guarantor.email }) : t('pausedLeft', { tenant })
}
