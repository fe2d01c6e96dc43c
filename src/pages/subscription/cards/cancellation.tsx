import { currentPlan, shownStatus } from '../../../parts/billing/areas.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { SubscriptionViewProps } from '../subscription.props.ts'

/** The cancellation at the end of the page, where it doesn't distract from more common actions. */
export const Cancellation = ({ state, actions, t }: SubscriptionViewProps) => {
  const { subscription, vendorConfig } = state.areas
  const { value, error } = subscription
  const canCancel = state.viewer?.may.edit && vendorConfig.value?.allowPlanCancellation && currentPlan(state.areas)
  if (!canCancel || error !== null || !value || value.cancellation || shownStatus(value.status) !== 'ACTIVE')
    return null
  return (
    <div className="fe-subscription-end">
      <Button onClick={() => actions.openDialog({ kind: 'cancel' })}>{t('cancelButton')}</Button>
    </div>
  )
}
