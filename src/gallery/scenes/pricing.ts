import type { PublicPlan, PublicPlans } from '../../contract/billing.ts'
import type { PricingTableState } from '../../elements/pricing-table/pricing-table.state.ts'
import type { Plan } from '../../entities/billing.ts'
import { signedOut } from '../sample.ts'
import type { GalleryFlow, StepScenes } from '../scene.ts'
import { enterprise, failed, growth, inPortal, manyPlans, starter } from './billing.sample.ts'

const publicPlan = ({ id, name, description, price }: Plan, includes: PublicPlan['includes']): PublicPlan => ({
  id,
  name,
  description,
  price,
  includes,
})

const everything = { dashboards: null, 'scheduled-reports': null, 'audit-log': null, sso: null }

const offer: PublicPlans = {
  defaultPlanId: starter.id,
  features: [
    { key: 'dashboards', name: 'Dashboards' },
    { key: 'scheduled-reports', name: 'Scheduled reports' },
    { key: 'audit-log', name: 'Audit log' },
    { key: 'sso', name: 'Single sign-on' },
  ],
  plans: [
    publicPlan(starter, { dashboards: 3 }),
    publicPlan(growth, { dashboards: null, 'scheduled-reports': 1_200, 'audit-log': null }),
    publicPlan(enterprise, everything),
  ],
}

const scenes: StepScenes<PricingTableState> = {
  plain: { state: { offer, error: null }, shows: 'Get started' },
  'signed-in': {
    state: { offer, error: null, currentPlanId: growth.id },
    session: inPortal,
    shows: 'Current plan',
  },
  many: {
    state: { offer: { ...offer, plans: manyPlans.map((plan) => publicPlan(plan, everything)) }, error: null },
    shows: 'Choose Education',
  },
  'one-plan': { state: { offer: { ...offer, plans: offer.plans.slice(1, 2) }, error: null }, shows: 'Choose Growth' },
  loading: { state: { error: null }, shows: 'Loading plans' },
  empty: { state: { offer: { ...offer, plans: [] }, error: null }, shows: 'No plans yet' },
  error: { state: { error: failed.error }, shows: 'We couldn’t load the plans' },
}

export const pricingScenes: GalleryFlow = {
  id: 'pricing',
  title: 'Pricing table',
  element: { tag: 'fe-pricing-table' },
  branch: 'pricing-table',
  around: { session: signedOut },
  steps: { plans: scenes },
}
