import { cardOf } from '../../../parts/billing/areas.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { addressLines } from '../billing-details.ts'
import type { SubscriptionViewProps } from '../subscription.props.ts'

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
