/** Texts that the subscription page and the checkout share; each has them in its own catalog. */
export const billingTexts = {
  cardLine: '{{brand}} ending in {{last4}}',
  previewLoading: 'Calculating the price…',
  dueNow: 'Due now',
  thenMonthly: 'Then {{price}} per month.',
  paysWith: 'Paid with {{card}}.',
  cardTitle: 'Add a card',
  cardText: 'Your card number goes straight to the payment provider. We never see it.',
  nameOnCard: 'Name on card',
  cardDetails: 'Card details',
  saveCard: 'Save card',
  cardLoading: 'Loading the card form…',
  cardConfirming: 'Your bank may ask you to confirm this card.',
  perMonth: '{{price}} per month',
  free: 'Free',
  confirm: 'Confirm and pay {{price}}',
  confirmFree: 'Confirm change',
  changed: 'You’re now on {{plan}}',
} as const

export type BillingTexts = typeof billingTexts
