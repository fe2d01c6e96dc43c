import type { LaneQueue } from '../../../ports/webhooks.ts'
import type { Ports } from '../../../ports.ts'
import { DELIVERY_TIMES, type DeliveryTimes } from './back-off.ts'
import { deliverLane } from './deliver-lane.ts'
import { dueLanes } from './due-lanes.ts'

/** Milliseconds until a new event is noticed. */
const ROUND_MS = 1_000

/**
 * Checks for due deliveries and runs their lanes; several processes of a store may do so at once. Deliveries that a
 * killed process leaves are due again when its claim ends.
 */
export const keepDelivering = async (
  ports: Ports,
  queue: LaneQueue,
  times: DeliveryTimes = DELIVERY_TIMES,
): Promise<() => Promise<void>> => {
  let hasEnded = false
  let running: Promise<void> = Promise.resolve()
  await queue.start((lane) => (hasEnded ? Promise.resolve() : deliverLane(ports, lane, times)))
  const round = async () => {
    try {
      if (!hasEnded) await queue.add(await dueLanes(ports))
    } catch (error) {
      if (!hasEnded) ports.log.warn('Looking for due webhook deliveries failed', error)
    }
  }
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = round().finally(() => {
      isRunning = false
    })
  }, ROUND_MS)
  return async () => {
    hasEnded = true
    clearInterval(timer)
    await running
    await queue.stop()
  }
}
