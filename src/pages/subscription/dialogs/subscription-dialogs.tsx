import { formatNumber } from '../../../i18n/formatting.ts'
import { currentPlan, defaultPlan } from '../../../parts/billing/areas.ts'
import { featuresLost, type LostFeature } from '../../../parts/billing/plan-features.ts'
import { formatDate } from '../../../rules/account-date.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { useUiId } from '../../../ui/style-root/style-root.tsx'
import type { SubscriptionViewProps } from '../subscription.actions.ts'
import { CardDialog } from './card-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'

const Lost = ({ features, t }: Pick<SubscriptionViewProps, 't'> & { features: readonly LostFeature[] }) => {
  const { language } = useLocale()
  const id = useUiId()
  return (
    <div>
      <p id={id} className="fe-subscription-lost">
        {t('featuresLost')}
      </p>
      <ul className="fe-subscription-features" aria-labelledby={id}>
        {features.map(({ name, remaining }) => (
          <li key={name} className="fe-subscription-feature">
            <Icon name="x" />
            {remaining === undefined
              ? name
              : t('featureReduced', { feature: name, count: formatNumber(remaining, { language }) })}
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Selects the text of the cancellation. Listing the lost features by name is clearer than saying that everything stops
 * working.
 */
const cancellationKey = (isListed: boolean, fallback: string | undefined) => {
  if (isListed) return fallback ? 'cancellationKeeps' : 'cancellationEnds'
  return fallback ? 'cancellationText' : 'cancellationNoPlan'
}

const CancelDialog = ({ state, actions, t, tenant }: SubscriptionViewProps) => {
  const { dates } = useLocale()
  const plan = currentPlan(state.areas)?.name ?? t('unknownPlan')
  const fallback = defaultPlan(state.areas)?.name
  const end = state.areas.subscription.value?.currentPeriodEnd
  const lost = featuresLost(currentPlan(state.areas), defaultPlan(state.areas))
  const values = { tenant, plan, default: fallback ?? '', date: end ? formatDate(end, dates) : '' }
  return (
    <ConfirmDialog
      open
      danger
      title={t('dialogCancellationTitle')}
      text={t(cancellationKey(lost.length > 0, fallback), values)}
      confirmLabel={t('cancelConfirm', { plan })}
      cancelLabel={t('keepPlan', { plan })}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => void actions.cancelSubscription()}
      onClose={actions.closeDialog}
    >
      {lost.length > 0 && <Lost features={lost} t={t} />}
    </ConfirmDialog>
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

/** The dialogs of the page, loaded as a separate chunk. */
export const SubscriptionDialogs = (props: SubscriptionViewProps) => {
  const { dialog } = props.state
  if (dialog?.kind === 'cancel') return <CancelDialog {...props} />
  if (dialog?.kind === 'renew') return <RenewDialog {...props} />
  if (dialog?.kind === 'plan') return <PlanDialog {...props} plan={dialog.plan} />
  if (dialog?.kind === 'card') return <CardDialog {...props} next={dialog.next} />
  if (dialog?.kind === 'details') return <DetailsDialog {...props} card={dialog.card} />
  return null
}
