import { isShown } from '../../feature/page-fields.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { FailureGroup } from '../../parts/part-failure/part-failure.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { BillingDetailsCard } from './cards/billing-details.tsx'
import { Cancellation } from './cards/cancellation.tsx'
import { CurrentPlanCard } from './cards/current-plan.tsx'
import { InvoicesCard } from './cards/invoices.tsx'
import { PaymentMethodCard } from './cards/payment-method.tsx'
import { PlansCard } from './cards/plans.tsx'
import css from './subscription.css'
import type { SubscriptionViewProps } from './subscription.props.ts'

const loadDialogs = async () => (await loadChunk(() => import('./dialogs/dialogs.tsx'))).SubscriptionDialogs

const Body = (props: SubscriptionViewProps) => {
  const { state, actions, t, tenant, invoices = 'edit' } = props
  const { information, subscription, plans } = state.areas
  if (state.viewer?.may.read === false) {
    return <EmptyState icon="lock" title={t('forbiddenTitle')} text={t('forbiddenText', { tenant })} />
  }
  if (information.error !== null) {
    return (
      <PageFailure
        title={t('loadFailedTitle')}
        text={information.error}
        retry={t('retry')}
        onRetry={() => actions.reload()}
      />
    )
  }
  const isExternal = information.value?.externallyManaged === true
  if (information.fetching || plans.fetching || (!isExternal && subscription.fetching)) {
    return <PageLoading label={t('loading')} />
  }
  if (isExternal) return <CurrentPlanCard {...props} />
  return (
    <FailureGroup>
      <CurrentPlanCard {...props} />
      <PlansCard {...props} />
      <PaymentMethodCard {...props} />
      {isShown(invoices) && <InvoicesCard {...props} />}
      <BillingDetailsCard {...props} />
      <Cancellation {...props} />
    </FailureGroup>
  )
}

export const SubscriptionView = (props: SubscriptionViewProps) => {
  useSheet(css)
  const { state, actions, t, tenant } = props
  return (
    <div className="fe-subscription">
      <PageHeader title={t('pageTitle')} description={t('pageDescription', { tenant })} />
      <div className="fe-subscription-body">
        <Body {...props} />
      </div>
      <LazyDialogs
        load={loadDialogs}
        isNeeded={state.dialog !== null}
        isCalm={!state.areas.subscription.fetching}
        onMissing={actions.dialogsMissing}
        props={props}
      />
    </div>
  )
}
