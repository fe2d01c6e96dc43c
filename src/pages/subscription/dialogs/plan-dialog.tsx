import type { PlanChangePreview } from '../../../contract/additions/plan-changes.ts'
import type { Plan } from '../../../entities/billing.ts'
import { formatMoney } from '../../../rules/money.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { cardOf, currentPlan, priceOf } from '../subscription.state.ts'
import type { SubscriptionViewProps } from '../subscription.view.tsx'

interface PriceProps extends SubscriptionViewProps {
  plan: Plan
  preview: PlanChangePreview
}

/** The bill as the payment provider computed it. */
const Price = ({ preview, plan, state, t }: PriceProps) => {
  const { language } = useLocale()
  const money = (amount: number, currency = preview.currency) => formatMoney(amount, currency, language)
  const price = priceOf(plan)
  const card = cardOf(state.areas)
  return (
    <div className="fe-subscription-stack">
      {preview.lines.map(({ description, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <div key={at} className="fe-subscription-sum">
          <span>{description}</span>
          <span>{money(amount)}</span>
        </div>
      ))}
      <div className="fe-subscription-sum" data-total="">
        <span>{t('dueNow')}</span>
        <span>{money(preview.amountDue)}</span>
      </div>
      <p className="fe-subscription-text">
        {t('thenMonthly', { price: money(price.amount, price.currency) })}{' '}
        {card && t('paysWith', { card: t('cardLine', { brand: card.brand, last4: card.last4 }) })}
      </p>
    </div>
  )
}

/** What a plan costs now, then the change. */
export const PlanDialog = (props: SubscriptionViewProps & { plan: Plan }) => {
  const { state, actions, t, plan } = props
  const { language } = useLocale()
  const { preview, formError } = state
  const due = preview && preview.amountDue > 0 ? formatMoney(preview.amountDue, preview.currency, language) : undefined
  const isSame = currentPlan(state.areas)?.id === plan.id
  return (
    <Dialog
      open
      title={t(isSame ? 'payTitle' : 'dialogCheckoutTitle', { plan: plan.name })}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onClick={actions.closeDialog}>{t('cancel')}</Button>
          <Button
            variant="primary"
            busy={state.saving}
            disabled={preview === undefined}
            onClick={() => actions.confirmPlan(plan)}
          >
            {due === undefined ? t('confirmFree') : t('confirm', { price: due })}
          </Button>
        </>
      }
    >
      {formError && <Alert tone="danger">{formError}</Alert>}
      {preview && <Price {...props} preview={preview} />}
      {!preview && !formError && (
        <div role="status">
          <span className="fe-hidden">{t('previewLoading')}</span>
          <Skeleton height="96px" />
        </div>
      )}
    </Dialog>
  )
}
