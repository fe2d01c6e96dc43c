import { createElement, useEffect, useRef } from 'react'
import type { App } from '../../app/app.ts'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession } from '../../feature/feature-context.tsx'
import { IconSet } from '../../ui/icon/icon.tsx'
import { portalIcons } from '../../ui/icon/portal-icons.ts'
import { resumeCheckout } from '../checkout/resume-checkout.ts'
import { showCheckout } from '../checkout/show-checkout.ts'
import { type PricingTableTexts, pricingTableMessages } from './pricing-table.messages.ts'
import { type PricingTableActions, pricingTableSlice } from './pricing-table.slice.ts'
import { initialPricingTable, type PricingTableState } from './pricing-table.state.ts'
import { PricingTableView } from './pricing-table.view.tsx'

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
