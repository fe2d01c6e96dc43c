/**
 * Statuses on the wire of a subscription that is running, or whose payment is due. Trials and ended subscriptions don't
 * count.
 */
const BOUGHT: readonly string[] = ['ACTIVE', 'INCOMPLETE']

interface Price {
  /** Minor units per month. */
  amount: number
  currency: string
}

interface PlanStep {
  /** Status of the subscription, in either case; `undefined` for none. */
  status: string | undefined
  from: Price
  to: Price
}

/** Amounts of two currencies can't be compared, so another currency counts as less: a refusal must not be avoidable. */
const isLess = (to: Price, from: Price): boolean =>
  to.currency.toLowerCase() === from.currency.toLowerCase() ? to.amount < from.amount : from.amount > 0

/**
 * Returns whether a change makes a bought plan smaller, which vendors can refuse; the backend and the front end share
 * it.
 */
export const isDowngrade = ({ status = '', from, to }: PlanStep): boolean =>
  isLess(to, from) && BOUGHT.includes(status.toUpperCase())
