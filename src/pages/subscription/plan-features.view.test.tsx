import { expect } from 'chai'
import type { Plan, PlanFeature, Subscription } from '../../entities/billing.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { areaLoaded } from '../../parts/billing/areas.ts'
import { featuresLost } from '../../parts/billing/plan-features.ts'
import { aBillingSummary, aCard, aPlan, aSubscription } from '../../testing/billing.ts'
import { noActions, pageLooks } from '../../testing/page-looks.tsx'
import type { SubscriptionActions } from './subscription.actions.ts'
import { subscriptionMessages } from './subscription.messages.ts'
import { initialSubscription, type SubscriptionState } from './subscription.state.ts'
import { SubscriptionView } from './subscription.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(subscriptionMessages)
const viewer = { id: 'ada', tenantId: 't', tenantName: 'Acme', keys: ['fe.*'], may: { read: true, edit: true } }

const aFeature = (name: string, perMonth: number | null = null): PlanFeature => ({
  key: name.toLowerCase(),
  name,
  perMonth,
})
const small: Plan = { ...aPlan('small', 0), features: [aFeature('Dashboards', 100), aFeature('Reports')] }
const large: Plan = {
  ...aPlan('large', 4_900),
  features: [aFeature('Dashboards', 1_000), aFeature('Reports', 200), aFeature('SSO')],
}
const without = ({ features: _, ...plan }: Plan): Plan => plan

const having = (plans: Plan[], dialog: SubscriptionState['dialog'] = null): SubscriptionState => ({
  ...initialSubscription,
  viewer,
  dialog,
  areas: {
    information: areaLoaded(aBillingSummary()),
    subscription: areaLoaded<Subscription | null>(aSubscription()),
    plans: areaLoaded(plans),
    paymentMethod: areaLoaded(aCard()),
    invoices: areaLoaded([]),
    vendorConfig: areaLoaded({ allowPlanDowngrade: true, allowPlanCancellation: true }),
  },
})

describe('the features of plans on the subscription page', () => {
  const { show, areAccessible } = pageLooks<SubscriptionState>((state) => (
    <SubscriptionView state={state} actions={noActions<SubscriptionActions>()} t={t} tenant="Acme" />
  ))

  areAccessible({
    'plans with features': having([small, large]),
    'cancel dialog with features': having([small, large], { kind: 'cancel' }),
  })

  const itemsOf = (root: ParentNode, label: string) =>
    [...root.querySelectorAll(`ul[aria-label="${label}"] li`)].map(({ textContent }) => textContent)

  it('are listed with their limits', async () => {
    const { root } = await show(having([small, large]))
    expect(itemsOf(root, 'Features of large')).to.deep.equal([
      'Dashboards: 1,000 per month',
      'Reports: 200 per month',
      'SSO',
    ])
    expect(itemsOf(root, 'Features of small')).to.deep.equal(['Dashboards: 100 per month', 'Reports: unlimited'])
  })

  it('show unlimited uses if another plan has a limit', async () => {
    const huge: Plan = { ...aPlan('huge', 9_900), features: [aFeature('Dashboards'), aFeature('SSO')] }
    const { root } = await show(having([small, large, huge]))
    expect(itemsOf(root, 'Features of huge')).to.deep.equal(['Dashboards: unlimited', 'SSO'])
  })

  it('are left out for a backend that doesn’t send them', async () => {
    const { root } = await show(having([without(small), { ...large, features: 'many' as never }]))
    expect(root.querySelector('.fe-subscription-features')).to.equal(null)
    expect(root.textContent).to.include('Choose small')
  })

  const dialogText = async (plans: Plan[]) => {
    const { root } = await show(having(plans, { kind: 'cancel' }))
    return root.querySelector('dialog')?.textContent ?? ''
  }

  it('that a cancellation ends are named in its dialog', async () => {
    const text = await dialogText([small, large])
    expect(text).to.include('and then changes to small.').and.include('You’ll lose:')
    expect(text).to.include('Dashboards beyond 100 per month').and.include('SSO').and.not.include('Reports')
    expect(await dialogText([without(small), large])).to.include('everything that small doesn’t include stops working')
    expect(await dialogText([large]))
      .to.include('Reports')
      .and.include('You’ll lose:')
      .and.not.include('beyond')
  })

  it('are lost when the next plan lacks them or has a lower limit', () => {
    const plan = (...features: PlanFeature[]): Plan => ({ ...aPlan('p', 1), features })
    const lost = (from: PlanFeature, to?: PlanFeature) => featuresLost(plan(from), to ? plan(to) : plan())
    const [few, many, all] = [aFeature('A', 1), aFeature('A', 9), aFeature('A')] as const
    expect([lost(many, few), lost(all, few), lost(few)]).to.deep.equal([
      [{ name: 'A', remaining: 1 }],
      [{ name: 'A', remaining: 1 }],
      [{ name: 'A' }],
    ])
    expect([lost(few, many), lost(few, few), lost(few, all), lost(all, all)]).to.deep.equal([[], [], [], []])
    expect([featuresLost(plan(few), undefined), featuresLost(undefined, plan(few))]).to.deep.equal([
      [{ name: 'A' }],
      [],
    ])
  })
})
