import type { FeatureProps } from '../../feature/define.ts'
import type { SessionSnapshot } from '../../feature/ports.ts'
import type { PricingTableTexts } from './pricing-table.messages.ts'
import type { PricingTableActions } from './pricing-table.slice.ts'
import type { PricingTableState } from './pricing-table.state.ts'

export interface PricingTableViewProps extends FeatureProps<PricingTableState, PricingTableActions, PricingTableTexts> {
  session: SessionSnapshot['status']
  openCheckout(planId: string): void
}
