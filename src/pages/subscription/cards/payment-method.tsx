import type { CardPaymentMethod } from '../../../entities/billing.ts'
import { brandName, cardOf } from '../../../parts/billing/areas.ts'
import { PartFailure } from '../../../parts/part-failure/part-failure.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { addressLines } from '../billing-details.ts'
import type { SubscriptionViewProps } from '../subscription.actions.ts'
import { isCardAskedFor } from '../trial.ts'

const WARNING_MS = 30 * 86_400_000

/** Returns the state of a card, which is valid through the last day of its month. */
export const cardAge = ({ expMonth, expYear }: CardPaymentMethod, now: number): 'valid' | 'soon' | 'expired' => {
  const end = Date.UTC(expYear, expMonth, 1)
  if (now >= end) return 'expired'
  return end - now <= WARNING_MS ? 'soon' : 'valid'
}

const Shown = ({ state, actions, t }: SubscriptionViewProps) => {
  const { now } = useLocale()
  const { error } = state.areas.paymentMethod
  if (error !== null)
    return (
      <PartFailure
        title={t('paymentMethodFailed', { reason: error })}
        retry={t('retry')}
        onRetry={actions.reloadPaymentMethod}
      />
    )
  const card = cardOf(state.areas)
  if (card === undefined) return <Skeleton height="40px" />
  if (!card) return <p className="fe-subscription-text">{t('noPaymentMethod')}</p>
  const age = cardAge(card, now())
  return (
    <div className="fe-subscription-stack">
      <div className="fe-subscription-line">
        <strong>{t('cardLine', { brand: brandName(card), last4: card.last4 })}</strong>
        <span className="fe-subscription-text">
          {t('expires', { month: String(card.expMonth).padStart(2, '0'), year: String(card.expYear) })}
        </span>
      </div>
      {age !== 'valid' && <Alert tone="warning">{t(age === 'soon' ? 'expiresSoon' : 'expired')}</Alert>}
    </div>
  )
}

export const PaymentMethodCard = (props: SubscriptionViewProps) => {
  const { state, actions, t } = props
  const label = cardOf(state.areas) ? t('updatePaymentMethod') : t('addCard')
  // Only loaded data shows whether there is a card to change.
  const isKnown = cardOf(state.areas) !== undefined && state.areas.paymentMethod.error === null
  const isOffered = isKnown && state.viewer?.may.edit && !isCardAskedFor(state.areas)
  const action = isOffered ? <Button onClick={() => actions.setUpCard()}>{label}</Button> : undefined
  return (
    <Card title={t('paymentMethodTitle')} action={action}>
      <Shown {...props} />
    </Card>
  )
}

/** The details on invoices, which belong to the card. */
export const BillingDetailsCard = ({ state, actions, t }: SubscriptionViewProps) => {
  const { language } = useLocale()
  if (state.areas.paymentMethod.fetching) {
    return (
      <Card title={t('dialogUpdateBillingDetailsTitle')}>
        <Skeleton height="20px" />
      </Card>
    )
  }
  const card = cardOf(state.areas)
  if (!card) return null
  const { email, address = {} } = card.billingDetails ?? {}
  const edit = state.viewer?.may.edit && (
    <Button onClick={() => actions.openDialog({ kind: 'details', card })}>
      {t(email ? 'editBillingDetails' : 'setupBillingDetails')}
    </Button>
  )
  return (
    <Card title={t('dialogUpdateBillingDetailsTitle')} action={edit}>
      <p className="fe-subscription-text fe-subscription-lines">
        {[email ? t('billingDetailsTo', { email }) : t('noBillingDetails'), ...addressLines(address, language)].join(
          '\n',
        )}
      </p>
    </Card>
  )
}
