import type { Plan, PlanFeature } from '../../../entities/billing.ts'
import { formatNumber } from '../../../i18n/formatting.ts'
import { type Areas, areaLoaded, currentPlan, priceOf, shownStatus } from '../../../parts/billing/areas.ts'
import { featuresOf } from '../../../parts/billing/plan-features.ts'
import { PartFailure } from '../../../parts/part-failure/part-failure.tsx'
import { formatMoney } from '../../../rules/money.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import type { SubscriptionViewProps } from '../subscription.actions.ts'
import { offerOf } from '../subscription.state.ts'
import { hasEnded, trialEndOf } from '../trial.ts'

/** Returns whether another plan limits the feature. Only then is "unlimited" worth mentioning. */
const isLimitedIn = (plans: readonly Plan[] | undefined, key: string): boolean =>
  plans?.some((plan) => featuresOf(plan)?.some((feature) => feature.key === key && feature.perMonth !== null)) === true

const Features = ({ plan, state, t }: Pick<SubscriptionViewProps, 'state' | 't'> & { plan: Plan }) => {
  const { language } = useLocale()
  const features = featuresOf(plan) ?? []
  if (features.length === 0) return null
  const textOf = ({ key, name, perMonth }: PlanFeature): string => {
    if (perMonth !== null) return t('featureLimited', { feature: name, count: formatNumber(perMonth, { language }) })
    return isLimitedIn(state.areas.plans.value, key) ? t('featureUnlimited', { feature: name }) : name
  }
  return (
    <ul className="fe-subscription-features" aria-label={t('featuresOf', { plan: plan.name })}>
      {features.map((feature) => (
        <li key={feature.key} className="fe-subscription-feature">
          <Icon name="check" />
          {textOf(feature)}
        </li>
      ))}
    </ul>
  )
}

/** Returns whether the card that would be charged for a trial's plan is still unknown. */
const isTrialUndecided = (areas: Areas, plan: Plan): boolean => {
  const { value } = areas.subscription
  const isTrial = value && !value.cancellation && shownStatus(value.status) === 'TRIALING'
  return Boolean(isTrial) && currentPlan(areas)?.id === plan.id && trialEndOf(areas) === 'undecided'
}

/**
 * Returns whether data for a choice is missing. Every choice depends on the subscription; a trial's plan also depends
 * on the card, and a smaller plan on the vendor's rules.
 */
const isUndecided = (areas: Areas, plan: Plan): boolean => {
  if (areas.subscription.error !== null || areas.subscription.value === undefined) return true
  if (isTrialUndecided(areas, plan)) return true
  const refusing = areaLoaded({ allowPlanDowngrade: false, allowPlanCancellation: false })
  return !areas.vendorConfig.value && offerOf({ ...areas, vendorConfig: refusing }, plan) === 'refused'
}

/** Returns the next larger plan of a running subscription, which is emphasized. */
const nextPlan = (areas: Areas): Plan | undefined => {
  const [current, { value: plans = [] }] = [currentPlan(areas), areas.plans]
  if (!current || shownStatus(areas.subscription.value?.status ?? '') !== 'ACTIVE') return undefined
  const from = priceOf(current)
  return plans
    .filter((plan) => priceOf(plan).currency === from.currency && priceOf(plan).amount > from.amount)
    .sort((one, other) => priceOf(one).amount - priceOf(other).amount)[0]
}

const PlanItem = ({ plan, state, actions, t }: SubscriptionViewProps & { plan: Plan }) => {
  const { language } = useLocale()
  const { amount, currency } = priceOf(plan)
  const offer = isUndecided(state.areas, plan) ? 'undecided' : offerOf(state.areas, plan)
  const isCurrent = currentPlan(state.areas)?.id === plan.id && hasEnded(state.areas) === false
  return (
    <li className="fe-subscription-plan" data-current={isCurrent || undefined}>
      <div className="fe-subscription-line">
        <strong>{plan.name}</strong>
        {isCurrent && <Badge tone="accent">{t('currentBadge')}</Badge>}
      </div>
      <span className="fe-subscription-price">
        {amount === 0 ? t('free') : t('perMonth', { price: formatMoney(amount, currency, language) })}
      </span>
      {plan.description && <p className="fe-subscription-text">{plan.description}</p>}
      <Features plan={plan} state={state} t={t} />
      {offer === 'refused' && <p className="fe-subscription-text">{t('downgradeRefused')}</p>}
      {offer === 'offered' && state.viewer?.may.edit && (
        <Button
          block
          variant={nextPlan(state.areas)?.id === plan.id ? 'primary' : 'secondary'}
          onClick={() => actions.choosePlan(plan)}
        >
          {t(isCurrent ? 'payTitle' : 'choosePlan', { plan: plan.name })}
        </Button>
      )}
    </li>
  )
}

export const PlansCard = (props: SubscriptionViewProps) => {
  const { state, actions, t } = props
  const { value = [], error } = state.areas.plans
  const { vendorConfig } = state.areas
  const mayChoose = value.length > 0 && state.viewer?.may.edit
  return (
    <Card title={t('plansTitle')} text={mayChoose ? t('plansText') : undefined}>
      {error !== null && (
        <PartFailure title={t('plansFailed', { reason: error })} retry={t('retry')} onRetry={actions.reloadPlans} />
      )}
      {vendorConfig.error !== null && state.viewer?.may.edit && (
        <PartFailure
          title={t('vendorConfigFailed', { reason: vendorConfig.error })}
          retry={t('retry')}
          onRetry={actions.reloadVendorConfig}
        />
      )}
      {error === null && value.length === 0 && <p className="fe-subscription-text">{t('noPlans')}</p>}
      <ul className="fe-subscription-plans">
        {value.map((plan) => (
          <PlanItem key={plan.id} {...props} plan={plan} />
        ))}
      </ul>
    </Card>
  )
}
