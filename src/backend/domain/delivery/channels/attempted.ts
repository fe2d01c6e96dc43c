import { SYSTEM_CALLER } from '../../../call/caller.ts'
import { SlackError } from '../../../ports/slack.ts'
import type { Ports } from '../../../ports.ts'
import type { DeliveryRecord, EventRecord } from '../../../store/records.ts'
import { audit } from '../../audit/audit.ts'
import { type Limit, takeSlot } from '../../base/limits/limits.ts'

/** One attempt to deliver, and the ways in which its channel records the outcome. */
export interface OpenDelivery {
  /** Returns whether the delivery arrived. */
  send(delivery: DeliveryRecord, event: EventRecord): Promise<boolean>
  succeeded(): Promise<void>
  failed(since: number): Promise<void>
  /** Runs when no further attempt is made. */
  gaveUp(since: number): Promise<void>
}

/** An outage is one row a day for each subscription in the audit log of an account, however many messages it costs. */
const ROW_PER_SUBSCRIPTION: Limit = { name: 'undelivered-row', tries: 1, windowMs: 86_400_000 }

const CHANNEL_NAMES = { webhook: 'webhook', email: 'email', sms: 'text message', slack: 'Slack' } as const

const auditUndelivered = async (ports: Ports, delivery: DeliveryRecord, description: string): Promise<void> => {
  const { tenantId, webhookId, channel, eventId } = delivery
  if ((await takeSlot(ports, ROW_PER_SUBSCRIPTION, webhookId)) !== 'within') return
  await audit(ports, SYSTEM_CALLER, {
    tenantId,
    action: 'Notification not delivered',
    resource: 'Notifications',
    severity: 'Medium',
    description,
    detail: { channel, eventId, subscriptionId: webhookId },
  })
}

/**
 * Says no more than the account may know: the server's own gateways and their errors are in the server's log, and a
 * refusal by the account's workspace at Slack is the account's to fix.
 */
const auditFailed = (ports: Ports, delivery: DeliveryRecord, reason: unknown): Promise<void> => {
  const why = reason instanceof SlackError ? ` Slack refuses it: ${reason.code}` : ''
  const name = CHANNEL_NAMES[delivery.channel]
  return auditUndelivered(ports, delivery, `A notification by ${name} couldn’t be delivered for 24 hours.${why}`)
}

/**
 * Records in its account that an email about an event is refused, which is known only after it was delivered to the
 * outbox. Other emails have no such row.
 */
export const auditRefusedEmail = async (ports: Ports, mailId: string): Promise<void> => {
  const delivery = await ports.store.deliveries.get(mailId)
  if (delivery) await auditUndelivered(ports, delivery, 'A notification by email was refused for its recipient.')
}

/**
 * Creates the attempt of a channel without a log of its own: a failure is tried again, and the last one is written to
 * the server's log and to the account's audit log.
 */
export const attempted = (
  ports: Ports,
  waiting: DeliveryRecord,
  work: (delivery: DeliveryRecord, event: EventRecord) => Promise<void>,
): OpenDelivery => {
  let reason: unknown
  return {
    async send(delivery, event) {
      try {
        await work(delivery, event)
        return true
      } catch (error) {
        reason = error
        return false
      }
    },
    succeeded: async () => {},
    failed: async () => {},
    async gaveUp() {
      ports.log.error(`A message by ${waiting.channel} could not be delivered`, reason)
      await auditFailed(ports, waiting, reason)
    },
  }
}
