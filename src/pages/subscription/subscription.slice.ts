import { billing, planChanges } from '../../contract/billing.ts'
import type { Address, Invoice, Plan, Subscription } from '../../entities/billing.ts'
import type { Slice, SliceContext } from '../../feature/slice.ts'
import { messageOf, ReadableError } from '../../kernel/errors.ts'
import { cardOf, isChoiceKnown, shownStatus } from '../../parts/billing/areas.ts'
import { createCardSetup } from '../../parts/billing/card-setup.ts'
import { type AreaLoads, createAreaLoads, GUARDS } from '../../parts/billing/load-areas.ts'
import { refreshFeatures } from '../../parts/billing/refresh-features.ts'
import { createPageContext } from '../../parts/page-kit/page-context.ts'
import { initialSubscription, type NoticeKey, type SubscriptionState } from './subscription.state.ts'

const NO_CARD = 'Add a payment method first.'

const createContext = (context: SliceContext<SubscriptionState>) =>
  createPageContext(context, {
    tables: { billing, planChanges },
    initial: initialSubscription,
    dialogStart: { preview: undefined, cardSetup: undefined },
  })

type Context = ReturnType<typeof createContext>

const loading = ({ apply, get, api }: Context): AreaLoads =>
  createAreaLoads({
    api,
    tenantId: () => get().viewer?.tenantId,
    areas: () => get().areas,
    change: (change) => apply((state) => ({ ...state, areas: change(state.areas) })),
  })

const changing = ({ api, apply, get, submit, notify, openDialog, deps }: Context, loads: AreaLoads) => {
  /** @throws ReadableError with the message defined in the contract */
  const managed = () => {
    const { subscription, information } = get().areas
    if (information.value?.externallyManaged) throw new ReadableError(GUARDS.externallyManaged)
    if (!subscription.value) throw new ReadableError(GUARDS.noSubscription)
    return subscription.value
  }
  /** Runs a change. If `change` returns `false`, nothing changed and no notice is shown. */
  const changeManaged = async (notice: NoticeKey, change: (current: Subscription) => Promise<boolean>) => {
    let isChanged = false
    const isDone = await submit(async () => {
      isChanged = await change(managed())
      if (isChanged) await loads.paid()
    })
    if (isDone && isChanged) notify(notice)
  }
  return {
    cancelSubscription: () =>
      changeManaged('canceled', async ({ id, cancellation, status }) => {
        if (cancellation || shownStatus(status) !== 'ACTIVE') return false
        await api.billing.managedCancelSubscription({ path: { id }, body: {} })
        return true
      }),
    renewSubscription: () =>
      changeManaged('renewed', async ({ id, cancellation }) => {
        if (cancellation?.policy !== 'atPeriodEnd') return false
        await api.billing.managedRenewSubscription({ path: { id }, body: {} })
        return true
      }),
    async choosePlan(plan: Plan): Promise<void> {
      if (cardOf(get().areas) === null) return openDialog({ kind: 'card', next: plan })
      const dialog = { kind: 'plan', plan } as const
      openDialog(dialog)
      // By the time the price arrives, the dialog of another plan may be open.
      const isOpen = () => get().dialog === dialog
      try {
        if (!isChoiceKnown(get().areas)) {
          await loads.settled()
          if (!isOpen()) return
          if (cardOf(get().areas) === null) return openDialog({ kind: 'card', next: plan })
        }
        const preview = await api.planChanges.previewPlanChange({ query: { planId: plan.id } })
        if (isOpen()) apply((state) => ({ ...state, preview }))
      } catch (error) {
        deps.log.warn('The price of a change could not be computed', error)
        if (isOpen()) apply((state) => ({ ...state, formError: messageOf(error) }))
      }
    },
    async confirmPlan(plan: Plan): Promise<void> {
      const isDone = await submit(async () => {
        await loads.settled()
        const { subscription } = get().areas
        const paymentMethodId = cardOf(get().areas)?.id ?? ''
        const id = subscription.value?.id
        if (id)
          await api.billing.managedUpdateSubscription({ path: { id }, body: { paymentMethodId, planId: plan.id } })
        else await api.billing.createProviderSubscription({ body: { stripePlanId: plan.externalId } })
        refreshFeatures(deps)
        await loads.paid()
      })
      if (isDone) notify('changed', { plan: plan.name })
    },
  }
}

const paying = ({ api, apply, get, notify, openDialog, closeDialog, submit }: Context, loads: AreaLoads) => ({
  async setUpCard(next?: Plan): Promise<void> {
    openDialog(next ? { kind: 'card', next } : { kind: 'card' })
  },
  /** Loads the card form, and retries loads that failed before. */
  async loadCardSetup(): Promise<void> {
    apply((state) => ({ ...state, cardSetup: undefined, formError: undefined }))
    try {
      await loads.settled()
      const cardSetup = await createCardSetup(api, cardOf(get().areas)?.id)
      if (get().dialog?.kind === 'card') apply((state) => ({ ...state, cardSetup }))
    } catch (error) {
      if (get().dialog?.kind === 'card') apply((state) => ({ ...state, formError: messageOf(error) }))
    }
  },
  /** `confirm` sends the card to the payment provider. */
  async saveCard(confirm: () => Promise<void>): Promise<boolean> {
    const isDone = await submit(async () => {
      await confirm()
      await loads.paymentMethod()
    })
    if (isDone) notify('cardSaved')
    return isDone
  },
  /** Saves the billing details; `callback` receives whether they were saved. */
  async updateBillingDetails(
    details: { email: string; address: Address },
    callback: (isSaved: boolean) => void = () => {},
  ): Promise<void> {
    const isDone = await submit(async () => {
      await loads.settled()
      const id = cardOf(get().areas)?.id
      if (!id) throw new ReadableError(NO_CARD)
      await api.billing.updateBillingDetails({ path: { id }, body: details })
      await loads.paymentMethod()
    })
    if (isDone) notify('detailsSaved')
    callback(isDone)
  },
  async downloadInvoice({ id, receiptNumber }: Invoice): Promise<void> {
    if (get().download.loading) return
    apply((state) => ({ ...state, download: { loading: true, error: null, invoiceId: id } }))
    try {
      await api.billing.downloadInvoicePdf({ path: { id }, query: { outputFileName: `${receiptNumber}.pdf` } })
      apply((state) => ({ ...state, download: { loading: false, error: null } }))
    } catch (error) {
      apply((state) => ({ ...state, download: { loading: false, error: messageOf(error) } }))
    }
  },
  closeDialog,
})

const build = (context: Context) => {
  const loads = loading(context)
  const { openDialog, dialogsMissing, start, leave, get } = context
  return {
    async open(): Promise<void> {
      start()
      if (get().viewer?.may.read) await loads.all()
    },
    reload: loads.all,
    reloadSubscription: loads.subscription,
    reloadPlans: loads.plans,
    reloadInvoices: loads.invoices,
    reloadPaymentMethod: loads.paymentMethod,
    reloadVendorConfig: loads.vendorConfig,
    close: leave,
    openDialog,
    dialogsMissing,
    ...changing(context, loads),
    ...paying(context, loads),
  }
}

export type SubscriptionActions = ReturnType<typeof build>

export const subscriptionSlice: Slice<SubscriptionState, SubscriptionActions> = (context) =>
  build(createContext(context))
