import { useEffect } from 'react'
import type { Plan } from '../../../entities/billing.ts'
import { cardOf } from '../../../parts/billing/areas.ts'
import { CardFields, useCardForm } from '../../../parts/billing/card-fields.tsx'
import { RetryButton } from '../../../parts/billing/retry-button.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useUiId } from '../../../ui/style-root/style-root.tsx'
import type { SubscriptionViewProps } from '../subscription.actions.ts'

/** Adds a card, then continues with the plan that required one. */
export const CardDialog = (props: SubscriptionViewProps & { next: Plan | undefined }) => {
  const { state, actions, t, next, cardScript } = props
  const formId = useUiId()
  const card = useCardForm(state.cardSetup, cardScript)
  useEffect(() => void actions.loadCardSetup(), [actions])
  const save = async (confirm: () => Promise<void>) => {
    const isSaved = await actions.saveCard(confirm)
    if (isSaved && next) await actions.choosePlan(next)
  }
  const failure = state.formError ?? card.error
  const stored = cardOf(state.areas)
  const title = stored === null ? 'cardTitle' : 'updatePaymentMethod'
  return (
    <Dialog
      open
      title={t(stored === undefined ? 'paymentMethodTitle' : title)}
      description={next ? t('cardNeeded') : t('cardText')}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onClick={actions.closeDialog}>{t('cancelEditing')}</Button>
          <RetryButton
            hasFailed={Boolean(failure) && !card.form}
            isLoaded={Boolean(card.form)}
            label={t('retry')}
            onRetry={() => void actions.loadCardSetup()}
          />
          <Button type="submit" form={formId} variant="primary" busy={state.saving} disabled={!card.form}>
            {t('saveCard')}
          </Button>
        </>
      }
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
      <CardFields
        formId={formId}
        card={card}
        hasFailed={Boolean(failure)}
        isSaving={state.saving}
        t={t}
        onSave={save}
      />
    </Dialog>
  )
}
