import type { App } from '../../app/app.ts'
import type { CheckoutOptions } from '../../app/checkout-options.ts'
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

/** Watches the dialog from its opening until it closes. */
const watch = (element: HTMLElement, { onClose, onSuccess, onError }: CheckoutOptions): void => {
  const life = new AbortController()
  const { signal } = life
  element.addEventListener('fe-checkout', () => onSuccess?.(), { signal })
  element.addEventListener('fe-error', ({ detail }) => onError?.(detail.message ?? detail.code), { signal })
  const observer = new MutationObserver(() => {
    if (element.hasAttribute('open')) return
    observer.disconnect()
    life.abort()
    onClose?.()
  })
  observer.observe(element, { attributes: true, attributeFilter: ['open'] })
}

/** Opens the dialog; the previous caller is notified that its dialog was closed. */
export const showCheckout = async (element: HTMLElement, options: CheckoutOptions): Promise<void> => {
  element.removeAttribute('open')
  // The previous caller's observer must run first.
  await Promise.resolve()
  element.setAttribute('plan-id', options.planId)
  element.setAttribute('open', 'true')
  watch(element, options)
}
