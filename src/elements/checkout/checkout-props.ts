import type { FeatureProps } from '../../feature/define.ts'
import type { SessionSnapshot } from '../../feature/ports.ts'
import type { CheckoutTexts } from './checkout.messages.ts'
import type { CheckoutActions } from './checkout.slice.ts'
import type { CheckoutState } from './checkout.state.ts'

export interface CheckoutViewProps extends FeatureProps<CheckoutState, CheckoutActions, CheckoutTexts> {
  isInline: boolean
  session: SessionSnapshot['status']
  tenant: string
  /** URL of the payment provider's script. @default the provider's own */
  cardScript: string | undefined
  signIn(): void
  close(): void
}
