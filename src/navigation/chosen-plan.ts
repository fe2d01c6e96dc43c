/** Query parameter of the page that a user comes back to after signing in: the plan they chose before. */
export const CHOSEN_PLAN = 'fe-plan'

/** The page as `redirectUrl` takes it, with the chosen plan. */
export const pageWithPlan = (page: URL, planId: string): string => {
  const target = new URL(page)
  target.searchParams.set(CHOSEN_PLAN, planId)
  return target.pathname + target.search + target.hash
}
