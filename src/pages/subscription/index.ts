import { definePage } from '../../feature/define-page.ts'
import type { SubscriptionAbility } from './subscription.state.ts'

export const subscriptionPage = definePage<SubscriptionAbility>({
  id: 'subscriptions',
  slug: 'subscriptions',
  title: 'Subscription',
  group: 'organization',
  icon: 'card',
  visibility: 'hidden',
  permissions: ['fe.subscriptions.*'],
  abilities: { read: 'fe.subscriptions.read.*', edit: 'fe.subscriptions.write.*' },
  keywords: 'billing plan invoices payment',
  load: () => import('./subscription.view.tsx'),
})
