import { formatDate } from '../../../i18n/formatting.ts'
import { currentPlan, defaultPlan } from '../../../parts/billing/areas.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import type { SubscriptionViewProps } from '../subscription.props.ts'
import { CardDialog } from './card-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'

const CancelDialog = ({ state, actions, t, tenant }: SubscriptionViewProps) => {
  const { dates } = useLocale()
  const plan = currentPlan(state.areas)?.name ?? t('unknownPlan')
  const fallback = defaultPlan(state.areas)?.name
  const end = state.areas.subscription.value?.currentPeriodEnd
  const values = { tenant, plan, date: end ? formatDate(end, dates) : '' }
  return (
    <ConfirmDialog
      open
      danger
      title={t('dialogCancellationTitle')}
      text={fallback ? t('cancellationText', { ...values, default: fallback }) : t('cancellationNoPlan', values)}
      confirmLabel={t('cancelConfirm', { plan })}
      cancelLabel={t('keepPlan', { plan })}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => void actions.cancelSubscription()}
      onClose={actions.closeDialog}
    />
  )
}

const RenewDialog = ({ state, actions, t }: SubscriptionViewProps) => {
  const { dates } = useLocale()
  const plan = currentPlan(state.areas)?.name ?? t('unknownPlan')
  const end = state.areas.subscription.value?.currentPeriodEnd
  return (
    <ConfirmDialog
      open
      title={t('dialogRenewalTitle')}
      text={t('renewalText', { plan, date: end ? formatDate(end, dates) : '' })}
      confirmLabel={t('renewButton')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => void actions.renewSubscription()}
      onClose={actions.closeDialog}
    />
  )
}

/** The dialogs of the page, a chunk of their own. */
export const SubscriptionDialogs = (props: SubscriptionViewProps) => {
  const { dialog } = props.state
  if (dialog?.kind === 'cancel') return <CancelDialog {...props} />
  if (dialog?.kind === 'renew') return <RenewDialog {...props} />
  if (dialog?.kind === 'plan') return <PlanDialog {...props} plan={dialog.plan} />
  if (dialog?.kind === 'card') return <CardDialog {...props} next={dialog.next} />
  if (dialog?.kind === 'details') return <DetailsDialog {...props} card={dialog.card} />
  return null
}
