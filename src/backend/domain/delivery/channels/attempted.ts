import type { Ports } from '../../../ports.ts'
import type { DeliveryRecord, EventRecord } from '../../../store/records.ts'

/** One attempt to deliver, and what its channel notes of the outcome. */
export interface OpenDelivery {
  /** Whether it arrived. */
  send(delivery: DeliveryRecord, event: EventRecord): Promise<boolean>
  succeeded(): Promise<void>
  failed(since: number): Promise<void>
  /** No further attempt is made. */
  gaveUp(since: number): Promise<void>
}

/** A message of a channel without a log: a failure is tried again, and the last one goes to the log of the server. */
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
