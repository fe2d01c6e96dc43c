import type { App } from '../../app/app.ts'
import { CHOSEN_PLAN } from '../../navigation/chosen-plan.ts'

/** Takes the plan from the page's URL and removes it there: a reload must not open the checkout again. */
const takePlan = (): string | null => {
  const url = new URL(window.location.href)
  const planId = url.searchParams.get(CHOSEN_PLAN)
  if (planId === null) return null
  url.searchParams.delete(CHOSEN_PLAN)
  window.history.replaceState(window.history.state, '', url)
  return planId
}

/** Opens the checkout for the plan that the user chose before signing in, as soon as they are signed in. */
export const resumeCheckout = (app: App, open: (planId: string) => void): (() => void) => {
  const look = () => {
    if (app.store.getState().session.status !== 'signed-in') return
    unsubscribe()
    const planId = takePlan()
    if (planId) open(planId)
  }
  const unsubscribe = app.store.subscribe(look)
  look()
  return unsubscribe
}
