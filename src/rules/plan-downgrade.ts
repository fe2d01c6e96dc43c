/** Statuses on the wire of a subscription that runs, or whose payment is due. Trials and ended subscriptions don't count. */
const BOUGHT: readonly string[] = ['ACTIVE', 'INCOMPLETE']

interface PlanStep {
  /** Of the subscription, in either case; `undefined` for none. */
  status: string | undefined
  /** Minor units for a month. */
  from: number
  to: number
}

/** Whether a change makes a plan smaller that is bought, which vendors can refuse; backend and front end share it. */
export const isDowngrade = ({ status = '', from, to }: PlanStep): boolean =>
  to < from && BOUGHT.includes(status.toUpperCase())
