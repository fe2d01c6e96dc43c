import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSession, useSettings } from '../../feature/feature-context.tsx'
import { appearanceOf, isShown } from '../../feature/page-fields.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { currentPlan, shownStatus } from '../../parts/billing/areas.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { useNotice } from '../../parts/notices/use-notice.ts'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { FailureGroup } from '../../parts/part-failure/part-failure.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { CurrentPlanCard } from './cards/current-plan.tsx'
import { InvoicesCard } from './cards/invoices.tsx'
import { BillingDetailsCard, PaymentMethodCard } from './cards/payment-method.tsx'
import { PlansCard } from './cards/plans.tsx'
import { type SubscriptionActions, type SubscriptionViewProps, subscriptionSlice } from './subscription.actions.ts'
import css from './subscription.css'
import { type SubscriptionTexts, subscriptionMessages } from './subscription.messages.ts'
import { initialSubscription, type SubscriptionState } from './subscription.state.ts'

const loadDialogs = async () =>
  (await loadChunk(() => import('./dialogs/subscription-dialogs.tsx'))).SubscriptionDialogs

/** The current plan, the plans and the payment method, while they load. */
const LOADING = ['text', 'boxes', 'text'] as const

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
    return <PageLoading label={t('loading')} cards={LOADING} />
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

/** The cancellation at the end of the page, where it doesn't distract from more common actions. */
const Cancellation = ({ state, actions, t }: SubscriptionViewProps) => {
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

const FAILURES: readonly string[] = ['failed', 'unavailable']

const SubscriptionPage = ({
  page: _,
  location: __,
  ...props
}: FeatureProps<SubscriptionState, SubscriptionActions, SubscriptionTexts> & PageProps) => {
  const { state, actions, t } = props
  const { activeTenant } = useSession()
  const settings = useSettings()
  const tenantId = activeTenant?.tenantId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account starts over
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions, tenantId])
  useNotice(state.notice, ({ key, values }) => ({
    tone: FAILURES.includes(key) ? 'danger' : 'success',
    text: t(key, values),
  }))
  return (
    <SubscriptionView
      {...props}
      tenant={activeTenant?.name ?? ''}
      cardScript={settings.cardScript}
      invoices={appearanceOf(settings, { page: 'subscriptions', field: 'invoices' })}
    />
  )
}

export const subscriptionFeature = defineFeature<SubscriptionState, SubscriptionActions, SubscriptionTexts, PageProps>({
  initial: initialSubscription,
  slice: subscriptionSlice,
  messages: subscriptionMessages,
  Component: SubscriptionPage,
})
