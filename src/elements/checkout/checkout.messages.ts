import { defineMessages } from '../../i18n/messages.ts'
import { billingTexts } from '../../parts/billing/billing-texts.ts'

/** Hosts override these by key, so a key never changes after its release. */
export const checkoutMessages = defineMessages('adminPortal.checkout', {
  ...billingTexts,
  title: 'Checkout',
  titleWithPlan: 'Change to {{plan}}',
  trialTitle: 'Keep {{plan}} after the trial',
  failedTitle: 'We couldn’t open the checkout',
  retry: 'Try again',
  signedOut: 'Sign in to choose this plan for your account.',
  signIn: 'Sign in',
  forbidden: 'Ask an administrator of {{tenant}} to change the plan.',
  errorPlanNotFound: 'This plan no longer exists. Choose another one.',
  downgradeRefused: 'Contact us to change to a smaller plan.',
  owned: '{{tenant}} is already on {{plan}}.',
  trialText: '{{tenant}} stays on the {{plan}} trial. When it ends, we’ll charge {{price}} to {{card}}.',
  keepTrial: 'Continue with {{plan}}',
  cardNeeded: 'Add a card to pay for {{plan}}.',
  otherCard: 'Use another card',
  back: 'Back',
  close: 'Close',
  confirmedText: '{{tenant}} now has all features of {{plan}}.',
})

export type CheckoutTexts = (typeof checkoutMessages)['texts']
