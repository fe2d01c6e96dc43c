import type { Translate } from '../../i18n/messages.ts'
import type { WebhooksTexts } from './webhooks.messages.ts'
import type { ListedWebhook } from './webhooks.state.ts'

/** Returns the paused events; an older backend pauses none. */
const pausedKeys = ({ status }: ListedWebhook): readonly string[] => status?.pausedEventKeys ?? []

export const isWhollyPaused = (webhook: ListedWebhook): boolean =>
  pausedKeys(webhook).length === webhook.eventKeys.length

/** Returns why a webhook doesn't send all its events; `undefined` if it does. */
export const pausedText = (webhook: ListedWebhook, t: Translate<WebhooksTexts>, tenant: string): string | undefined => {
  const { length: count } = pausedKeys(webhook)
  if (count === 0) return undefined
  const guarantor = webhook.status?.guarantor
  return guarantor ? t('pausedEvents', { count, name: guarantor.name || guarantor.email }) : t('pausedLeft', { tenant })
}
