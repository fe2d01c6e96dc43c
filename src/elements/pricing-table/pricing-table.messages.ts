import { defineMessages } from '../../i18n/messages.ts'

/** Hosts override these by key, so a key never changes after its release. */
export const pricingTableMessages = defineMessages('adminPortal.pricingTable', {
  loading: 'Loading plans…',
  failedTitle: 'We couldn’t load the plans',
  retry: 'Try again',
  emptyTitle: 'No plans yet',
  emptyText: 'Come back later or contact us.',
  plans: 'Plans',
  free: 'Free',
  perMonth: '{{price}} per month',
  currentBadge: 'Current plan',
  choose: 'Choose {{plan}}',
  start: 'Get started',
  included: 'Included:',
  notIncluded: 'Not included:',
  limited: '{{feature}}: {{count}} per month',
})

export type PricingTableTexts = (typeof pricingTableMessages)['texts']
