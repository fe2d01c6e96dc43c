import type { FeatureProps } from '../../feature/define.ts'
import type { Appearance } from '../../feature/page-fields.ts'
import type { SubscriptionTexts } from './subscription.messages.ts'
import type { SubscriptionActions } from './subscription.slice.ts'
import type { SubscriptionState } from './subscription.state.ts'

export interface SubscriptionViewProps extends FeatureProps<SubscriptionState, SubscriptionActions, SubscriptionTexts> {
  tenant: string
  /** Appearance of the list of invoices. @default edit */
  invoices?: Appearance
  /** URL of the payment provider's script. @default the provider's own */
  cardScript?: string | undefined
}
