/** Options of `showCheckout`. */
export interface CheckoutOptions {
  /**
   * ID of the plan to buy, from the response of the plans call.
   *
   * @default none: required; an unknown plan is shown as an error
   * @example await app.showCheckout({ planId: 'growth' })
   */
  planId: string
  /**
   * Called when the dialog was closed, by the user or by code.
   *
   * @default nothing happens
   * @example await app.showCheckout({ planId: 'growth', onClose: () => console.log('closed') })
   */
  onClose?(): void
  /**
   * Called when the plan was bought; the dialog stays open until the user closes it.
   *
   * @default nothing happens
   * @example await app.showCheckout({ planId: 'growth', onSuccess: () => app.hideCheckout() })
   */
  onSuccess?(): void
  /**
   * Called with the reason when the plan could not be bought. The dialog shows it too, and the user can try again.
   *
   * @default nothing happens
   * @example await app.showCheckout({ planId: 'growth', onError: (message) => console.warn(message) })
   */
  onError?(message: string): void
}
