import type { WireDate } from '../entities/wire.ts'
import { ours } from './endpoint.ts'

const USAGE = '/usage'

/** Usage of a feature by an account. */
export interface FeatureUsage {
  featureKey: string
  /** Uses in the current calendar month, in UTC. */
  used: number
  /** Uses per month that the plan includes; `null` means unlimited. */
  limit: number | null
  /** Whether uses beyond the limit are refused. */
  isHard: boolean
  /** Uses per day in UTC, oldest first; the last is today. */
  days: number[]
}

export interface UsageReport {
  /** Start of the current month, and start of the next. */
  periodStart: WireDate
  periodEnd: WireDate
  /** The first of the days. */
  firstDay: WireDate
  /** Every feature that the account has. */
  features: FeatureUsage[]
}

export interface UseToCount {
  featureKey: string
  /** Number of uses: an integer from 1 to 1,000,000. @default 1 */
  quantity?: number
  /**
   * Makes it safe to send the request again: for at least 7 days, requests of the account with the same key count once
   * and get the first response. Up to 255 characters, such as a UUID for each use.
   */
  idempotencyKey?: string
}

/** Remaining uses after a use. */
export interface UseCounted {
  used: number
  limit: number | null
  /** Remaining uses, never below 0; `null` without a limit. */
  remaining: number | null
}

export const usage = {
  listUsage: ours<void, void, UsageReport>()('GET', USAGE),
  /**
   * Counts uses of a feature before they happen. The host's server calls it with an API token of the account that holds
   * `fe.usage.write`. Fails with 402 when a hard limit leaves no room for them, and counts nothing; fails with 409 when
   * the idempotency key was used for another feature or quantity.
   */
  countUse: ours<void, UseToCount, UseCounted>()('POST', USAGE, { server: true }),
}
