import type { Ports } from '../../../ports.ts'
import type { DeliveryRecord, EventRecord } from '../../../store/records.ts'

/** One attempt to deliver, and the ways in which its channel records the outcome. */
export interface OpenDelivery {
  /** Returns whether the delivery arrived. */
  send(delivery: DeliveryRecord, event: EventRecord): Promise<boolean>
  succeeded(): Promise<void>
  failed(since: number): Promise<void>
  /** Runs when no further attempt is made. */
  gaveUp(since: number): Promise<void>
}

/**
 * Creates the attempt of a channel without a log of its own: a failure is tried again, and the last one is written to
 * the server's log.
 */
export const attempted = (
  ports: Ports,
  { channel }: DeliveryRecord,
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
      ports.log.error(`A message by ${channel} could not be delivered`, reason)
    },
  }
}
