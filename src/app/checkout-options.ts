/** What `showCheckout` takes. */
export interface CheckoutOptions {
  /**
   * Id of the plan to buy, as the plans call lists it.
   *
   * @default none: it must be set; an unknown plan is shown as an error
   * @example await app.showCheckout({ planId: 'growth' })
   */
  planId: string
  /**
   * The dialog was closed, by the user or by code.
   *
   * @default nothing happens
   * @example await app.showCheckout({ planId: 'growth', onClose: () => console.log('closed') })
   */
  onClose?(): void
  /**
   * The plan was bought; the dialog stays open until the user closes it.
   *
   * @default nothing happens
   * @example await app.showCheckout({ planId: 'growth', onSuccess: () => app.hideCheckout() })
   */
  onSuccess?(): void
  /**
   * Why the plan could not be bought. The dialog shows it too, and the user can try again.
   *
   * @default nothing happens
   * @example await app.showCheckout({ planId: 'growth', onError: (message) => console.warn(message) })
   */
  onError?(message: string): void
}
