import { currentPlan, defaultPlan, priceOf } from '../../../parts/billing/areas.ts'
import { formatDate } from '../../../rules/account-date.ts'
import { formatMoney } from '../../../rules/money.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import type { SubscriptionViewProps } from '../subscription.props.ts'
import { isCardAskedFor, type TrialEnd, trialDaysLeft, trialEndOf } from '../trial.ts'

const TEXTS = {
  pays: 'trialPays',
  continues: 'trialContinues',
  reverts: 'trialReverts',
  retained: 'trialRetained',
  unknown: 'trialDays',
  undecided: 'trialEnds',
} as const satisfies Record<TrialEnd, string>

/** Shows how long the trial lasts, what happens at its end, and what to do about it. */
export const Trial = ({ state, actions, t, tenant }: SubscriptionViewProps) => {
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
