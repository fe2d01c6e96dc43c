import type { Plan } from '../../../entities/billing.ts'
import { cardOf, currentPlan } from '../../../parts/billing/areas.ts'
import { Bill, BillLoading, dueOf } from '../../../parts/billing/bill.tsx'
import { RetryButton } from '../../../parts/billing/retry-button.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import type { SubscriptionViewProps } from '../subscription.actions.ts'

/** Shows the current cost of a plan, then changes to it. */
export const PlanDialog = (props: SubscriptionViewProps & { plan: Plan }) => {
  const { state, actions, t, plan } = props
  const { language } = useLocale()
  const { preview, formError } = state
  const due = dueOf(preview, language)
  const isLoading = !preview && !formError
  const isSame = currentPlan(state.areas)?.id === plan.id
  return (
    <Dialog
      open
      title={t(isSame ? 'payTitle' : 'dialogCheckoutTitle', { plan: plan.name })}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onClick={actions.closeDialog}>{t('cancel')}</Button>
          <RetryButton
            hasFailed={!preview && Boolean(formError)}
            isLoaded={Boolean(preview)}
            label={t('retry')}
            onRetry={() => void actions.choosePlan(plan)}
          />
          <Button
            variant="primary"
            busy={state.saving || isLoading}
            disabled={!preview && !isLoading}
            onClick={() => actions.confirmPlan(plan)}
          >
            {due === undefined ? t('confirmFree') : t('confirm', { price: due })}
          </Button>
        </>
      }
    >
      {formError && <Alert tone="danger">{formError}</Alert>}
      {preview && <Bill plan={plan} preview={preview} card={cardOf(state.areas)} t={t} />}
      {isLoading && <BillLoading t={t} />}
    </Dialog>
  )
}
