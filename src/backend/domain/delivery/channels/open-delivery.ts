import type { Ports } from '../../../ports.ts'
import type { DeliveryRecord, EventRecord } from '../../../store/records.ts'
import type { OpenDelivery } from './attempted.ts'
import { openMessage } from './message-delivery.ts'
import { openSlackMessage } from './slack-delivery.ts'
import { openWebhook } from './webhook-delivery.ts'

const CHANNELS = { webhook: openWebhook, email: openMessage, sms: openMessage, slack: openSlackMessage } as const

/**
 * Opens a delivery. Returns `undefined` if no subscription wants the event any more, or if the member who vouches for
 * the subscription may no longer see the event.
 */
export const openDelivery = (
  ports: Ports,
  delivery: DeliveryRecord,
  event: EventRecord,
): Promise<OpenDelivery | undefined> => CHANNELS[delivery.channel](ports, delivery, event)
