import type { Subscription } from '../../../entities/billing.ts'
import { currentPlan, defaultPlan, priceOf, type ShownStatus, shownStatus } from '../../../parts/billing/areas.ts'
import { PartFailure } from '../../../parts/part-failure/part-failure.tsx'
import { formatDate } from '../../../rules/account-date.ts'
import { formatMoney } from '../../../rules/money.ts'
import { Alert, type Tone } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { SubscriptionViewProps } from '../subscription.actions.ts'
import { hasEnded, isCardAskedFor, type TrialEnd, trialDaysLeft, trialEndOf } from '../trial.ts'

const BADGES = {
  ACTIVE: ['success', 'statusActive'],
  TRIALING: ['info', 'statusTrialing'],
  TRIALENDED: ['warning', 'statusTrialEnded'],
  CANCELED: ['neutral', 'statusCanceled'],
  INCOMPLETE: ['danger', 'statusIncomplete'],
  EXPIRED: ['danger', 'statusExpired'],
} as const satisfies Record<ShownStatus, readonly [Tone, string]>

const ENDING = ['warning', 'statusEnding'] as const

/** Returns whether a paid subscription or a trial ends with its current period. */
const isEnding = ({ status, cancellation }: Subscription): boolean =>
  Boolean(cancellation) && ['ACTIVE', 'TRIALING'].includes(shownStatus(status))

const badgeOf = (subscription: Subscription) =>
  isEnding(subscription) ? ENDING : BADGES[shownStatus(subscription.status)]

/** Explains the state of the subscription and what to do about it. */
const Meaning = (props: SubscriptionViewProps) => {
  const { state, actions, t } = props
  const { dates } = useLocale()
  const { value, error } = state.areas.subscription
  if (error !== null) {
    const title = t('subscriptionFailed', { reason: error })
    return <PartFailure title={title} retry={t('retry')} onRetry={actions.reloadSubscription} />
  }
  if (value === undefined) return <Skeleton height="20px" />
  if (!value) {
    const mayChoose = state.viewer?.may.edit && state.areas.plans.value?.length
    return <p className="fe-subscription-text">{t(mayChoose ? 'noSubscription' : 'notSubscribed')}</p>
  }
  const status = shownStatus(value.status)
  const date = formatDate(value.currentPeriodEnd, dates)
  if (isEnding(value)) return <Alert tone="warning">{t('ends', { date })}</Alert>
  if (status === 'ACTIVE') return <p className="fe-subscription-text">{t('renews', { date })}</p>
  if (status === 'TRIALING') return <Trial {...props} />
  if (status === 'TRIALENDED') {
    const isOver = hasEnded(state.areas)
    // The list of plans below shows why the vendor's rules could not be loaded.
    if (isOver === undefined) return state.areas.vendorConfig.error === null ? <Skeleton height="20px" /> : null
    return <Alert tone="warning">{t(isOver ? 'trialOver' : 'trialOverRetained')}</Alert>
  }
  if (status === 'INCOMPLETE') return <Alert tone="danger">{t('paymentDue')}</Alert>
  return <Alert tone="warning">{t('ended')}</Alert>
}

const Actions = ({ state, actions, t }: SubscriptionViewProps) => {
  const { subscription } = state.areas
  const plan = currentPlan(state.areas)
  if (subscription.error !== null || !subscription.value || !plan || !state.viewer?.may.edit) return null
  const status = shownStatus(subscription.value.status)
  if (status === 'INCOMPLETE') {
    return (
      <Button variant="primary" onClick={() => actions.choosePlan(plan)}>
        {t('payButton')}
      </Button>
    )
  }
  if (status !== 'ACTIVE' || !subscription.value.cancellation) return null
  return <Button onClick={() => actions.openDialog({ kind: 'renew' })}>{t('renewButton')}</Button>
}

export const CurrentPlanCard = (props: SubscriptionViewProps) => {
  const { state, t } = props
  const { language } = useLocale()
  const { information, subscription } = state.areas
  const plan = currentPlan(state.areas)
  const isExternal = information.value?.externallyManaged === true
  const price = plan && priceOf(plan)
  const hasNone = isExternal || subscription.value === null
  // The plans or the subscription may have failed to load, or the plan may no longer be offered.
  const unnamed = t(hasNone ? 'unknownPlan' : 'unnamedPlan')
  const known = subscription.error === null ? subscription.value : undefined
  const [tone, status] = known ? badgeOf(known) : []
  return (
    <Card title={t('currentPlan')} action={isExternal ? undefined : <Actions {...props} />}>
      <div className="fe-subscription-stack">
        <div className="fe-subscription-line">
          <p className="fe-subscription-name">{plan?.name ?? unnamed}</p>
          {status && (
            <Badge tone={tone} dot>
              {t(status)}
            </Badge>
          )}
          {price && price.amount > 0 && !isExternal && (
            <span className="fe-subscription-price">
              {t('perMonth', { price: formatMoney(price.amount, price.currency, language) })}
            </span>
          )}
        </div>
        {isExternal ? <Alert tone="info">{t('externallyManaged')}</Alert> : <Meaning {...props} />}
      </div>
    </Card>
  )
}

const TEXTS = {
  pays: 'trialPays',
  continues: 'trialContinues',
  reverts: 'trialReverts',
  retained: 'trialRetained',
  unknown: 'trialDays',
  undecided: 'trialEnds',
} as const satisfies Record<TrialEnd, string>

/** Shows how long the trial lasts, what happens at its end, and what to do about it. */
const Trial = ({ state, actions, t, tenant }: SubscriptionViewProps) => {
  const { dates, language, now } = useLocale()
  const { value } = state.areas.subscription
  if (!value) return null
  const end = trialEndOf(state.areas)
  const plan = currentPlan(state.areas)
  const { amount, currency } = plan ? priceOf(plan) : { amount: 0, currency: 'usd' }
  const values = {
    count: trialDaysLeft(value, now()),
    tenant,
    plan: plan?.name ?? t('unnamedPlan'),
    default: defaultPlan(state.areas)?.name ?? '',
    price: formatMoney(amount, currency, language),
    date: formatDate(value.trialEnd ?? value.currentPeriodEnd, dates),
  }
  const action = isCardAskedFor(state.areas) && state.viewer?.may.edit && (
    <Button size="s" variant="primary" onClick={() => actions.setUpCard()}>
      {t('addCard')}
    </Button>
  )
  return (
    <Alert tone={end === 'reverts' ? 'warning' : 'info'} action={action}>
      {t(TEXTS[end], values)}
    </Alert>
  )
}
