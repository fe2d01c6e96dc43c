/** Query parameter with the plan that a user chose before signing in, on the page they return to. */
export const CHOSEN_PLAN = 'fe-plan'

/** Returns the page's URL with the chosen plan, for `redirectUrl`. */
export const pageWithPlan = (page: URL, planId: string): string => {
  const target = new URL(page)
  target.searchParams.set(CHOSEN_PLAN, planId)
  return target.pathname + target.search + target.hash
}
