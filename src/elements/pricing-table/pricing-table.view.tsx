import { createElement, useEffect, useRef } from 'react'
import type { App } from '../../app/app.ts'
import type { PublicPlan, PublicPlans } from '../../contract/billing.ts'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession } from '../../feature/feature-context.tsx'
import type { SessionSnapshot } from '../../feature/ports.ts'
import { withoutIsolates } from '../../i18n/isolate.ts'
import { formatMoney } from '../../rules/money.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { Icon, IconSet } from '../../ui/icon/icon.tsx'
import { portalIcons } from '../../ui/icon/portal-icons.ts'
import { useLocale } from '../../ui/locale/locale.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { resumeCheckout, showCheckout } from '../checkout/show-checkout.ts'
import { type PricingTableActions, pricingTableSlice } from './pricing-table.actions.ts'
import css from './pricing-table.css'
import { type PricingTableTexts, pricingTableMessages } from './pricing-table.messages.ts'
import { inclusionOf, initialPricingTable, type PricingTableState } from './pricing-table.state.ts'

interface PricingTableViewProps extends FeatureProps<PricingTableState, PricingTableActions, PricingTableTexts> {
  session: SessionSnapshot['status']
  openCheckout(planId: string): void
}

type PlanProps = PricingTableViewProps & { plan: PublicPlan; offer: PublicPlans }

const Features = ({ plan, offer, t }: PlanProps) => {
  const { language } = useLocale()
  return (
    <ul className="fe-pricing-features">
      {offer.features.map(({ key, name }) => {
        const inclusion = inclusionOf(plan, key)
        const isLimited = inclusion.kind === 'limited'
        const count = isLimited ? new Intl.NumberFormat(language).format(inclusion.perMonth) : ''
        const isIncluded = inclusion.kind !== 'none'
        return (
          <li key={key} className="fe-pricing-feature" data-kind={inclusion.kind}>
            <Icon name={isIncluded ? 'check' : 'x'} />
            <span>
              <span className="fe-hidden">{isIncluded ? t('included') : t('notIncluded')} </span>
              {isLimited ? t('limited', { feature: name, count }) : name}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Shows the amount with its period; a language may put words before it. */
const Price = ({ plan, t }: PlanProps) => {
  const { language } = useLocale()
  const { amount, currency } = plan.price
  const price = amount === 0 ? t('free') : formatMoney(amount, currency, language)
  const [before = '', after = ''] = amount === 0 ? [] : withoutIsolates(t('perMonth', { price })).split(price)
  return (
    <p className="fe-pricing-price">
      {before}
      <span className="fe-pricing-amount">{price}</span>
      <span className="fe-pricing-period">{after}</span>
    </p>
  )
}

const PlanCard = (props: PlanProps) => {
  const { plan, offer, state, actions, t, session, openCheckout } = props
  const { amount } = plan.price
  const isCurrent = state.currentPlanId === plan.id
  const isStart = session !== 'signed-in' && offer.defaultPlanId === plan.id
  const label = isStart ? t('start') : t('choose', { plan: plan.name })
  return (
    <li className="fe-pricing-plan" part="plan" data-current={isCurrent || undefined}>
      <div className="fe-pricing-head">
        <Heading depth={2} className="fe-pricing-name">
          {plan.name}
        </Heading>
        {isCurrent && <Badge tone="accent">{t('currentBadge')}</Badge>}
      </div>
      <p className="fe-pricing-text">{plan.description}</p>
      <Price {...props} />
      {!isCurrent && (
        <Button
          block
          variant={amount === 0 ? 'secondary' : 'primary'}
          disabled={session === 'loading'}
          onClick={() => void actions.choosePlan(plan.id, () => openCheckout(plan.id))}
        >
          {label}
        </Button>
      )}
      <Features {...props} />
    </li>
  )
}

const Failed = ({ state, actions, t }: PricingTableViewProps) => (
  <EmptyState
    icon="alert"
    title={t('failedTitle')}
    text={state.error}
    action={
      <Button variant="primary" onClick={() => void actions.loadOffer()}>
        {t('retry')}
      </Button>
    }
  />
)

/** Number of placeholders: most vendors publish three plans. */
const PLACES = [1, 2, 3]

const Body = (props: PricingTableViewProps) => {
  const { state, t } = props
  const { offer } = state
  if (!offer && state.error !== null) return <Failed {...props} />
  if (!offer) {
    return (
      <div role="status">
        <span className="fe-hidden">{t('loading')}</span>
        <div className="fe-pricing-plans">
          {PLACES.map((place) => (
            <Skeleton key={place} height="320px" />
          ))}
        </div>
      </div>
    )
  }
  if (offer.plans.length === 0) return <EmptyState icon="card" title={t('emptyTitle')} text={t('emptyText')} />
  return (
    <ul className="fe-pricing-plans" aria-label={t('plans')}>
      {offer.plans.map((plan) => (
        <PlanCard key={plan.id} {...props} plan={plan} offer={offer} />
      ))}
    </ul>
  )
}

export const PricingTableView = (props: PricingTableViewProps) => {
  useSheet(css)
  return (
    <div className="fe-pricing">
      <Body {...props} />
    </div>
  )
}

type TableProps = FeatureProps<PricingTableState, PricingTableActions, PricingTableTexts> & { app: App }

/** Loads the account's plan, again after every purchase on this page. */
const useCurrentPlan = ({ loadCurrentPlan, forgetCurrentPlan }: PricingTableActions) => {
  const { status, activeTenant } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another plan
  useEffect(() => {
    if (status !== 'signed-in') return forgetCurrentPlan()
    const load = () => void loadCurrentPlan()
    load()
    document.addEventListener('fe-checkout', load)
    return () => document.removeEventListener('fe-checkout', load)
  }, [status, activeTenant?.tenantId, loadCurrentPlan, forgetCurrentPlan])
}

const PricingTable = ({ app, state, actions, t }: TableProps) => {
  const { status, user } = useSession()
  const userId = user?.id
  const checkout = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user's branch of the store starts empty
  useEffect(() => void actions.loadOffer(), [actions, userId])
  useCurrentPlan(actions)
  const openCheckout = (planId: string) => {
    if (checkout.current) void showCheckout(checkout.current, { planId })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens it never changes
  useEffect(() => resumeCheckout(app, openCheckout), [app])
  return (
    <IconSet icons={portalIcons}>
      <PricingTableView state={state} actions={actions} t={t} session={status} openCheckout={openCheckout} />
      {createElement('fe-checkout', { ref: checkout, app: app.name })}
    </IconSet>
  )
}

export const pricingTableFeature = defineFeature<
  PricingTableState,
  PricingTableActions,
  PricingTableTexts,
  { app: App }
>({
  initial: initialPricingTable,
  slice: pricingTableSlice,
  messages: pricingTableMessages,
  Component: PricingTable,
})
