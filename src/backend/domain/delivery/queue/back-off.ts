import type { Random } from '../../../ports.ts'

export interface DeliveryTimes {
  /** Milliseconds for which a worker may hold a delivery, which must be longer than sending one can take. */
  claimMs: number
  /** The delay before the second attempt; each further delay is three times as long. */
  firstDelayMs: number
  maxDelayMs: number
  /** The time after the first attempt at which a delivery is given up. */
  giveUpMs: number
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS

export const DELIVERY_TIMES: DeliveryTimes = {
  claimMs: 30 * SECOND_MS,
  firstDelayMs: 5 * SECOND_MS,
  maxDelayMs: 4 * HOUR_MS,
  giveUpMs: 24 * HOUR_MS,
}

const FACTOR = 3

/**
 * Returns an exponential delay, half of which is random, so that a recovering receiver isn't hit by all senders at
 * once.
 */
export const delayAfter = (attempts: number, { firstDelayMs, maxDelayMs }: DeliveryTimes, random: Random): number => {
  const full = Math.min(maxDelayMs, firstDelayMs * FACTOR ** Math.max(0, attempts - 1))
  const chance = Number(random.digits(6)) / 999_999
  return Math.round(full / 2 + (full / 2) * chance)
}
