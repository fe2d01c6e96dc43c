import type { CheckoutOptions } from '../../app/checkout-options.ts'

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
