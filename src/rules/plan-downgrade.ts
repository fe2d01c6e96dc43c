/**
 * Statuses on the wire of a subscription that is running, or whose payment is due. Trials and ended subscriptions don't
 * count.
 */
const BOUGHT: readonly string[] = ['ACTIVE', 'INCOMPLETE']

interface PlanStep {
  /** Status of the subscription, in either case; `undefined` for none. */
  status: string | undefined
  /** Minor units per month. */
  from: number
  to: number
}

/**
 * Returns whether a change makes a bought plan smaller, which vendors can refuse; the backend and the front end share
 * it.
 */
export const isDowngrade = ({ status = '', from, to }: PlanStep): boolean =>
  to < from && BOUGHT.includes(status.toUpperCase())
