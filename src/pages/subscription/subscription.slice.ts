import { planChanges } from '../../contract/additions/plan-changes.ts'
import { billing } from '../../contract/billing.ts'
import type { Invoice, Plan } from '../../entities/billing.ts'
import type { Slice, SliceContext } from '../../feature/slice.ts'
import { messageOf, ReadableError } from '../../kernel/errors.ts'
import { createPageContext } from '../../parts/page-kit/page-context.ts'
import {
  type Area,
  type AreaName,
  type Areas,
  areaFailed,
  areaLoaded,
  areaLoading,
  cardOf,
  initialSubscription,
  type SubscriptionState,
  shownStatus,
} from './subscription.state.ts'

const ENABLED = '1'

/** The contract has these words. */
export const GUARDS = {
  noSubscription: 'Subscription not found.',
  externallyManaged: 'Billing is externally managed.',
  noProvider: 'Payment provider not configured',
  notAuthorized: 'Not authorized',
} as const

/** An older or foreign backend may send something else. */
const listOf = <Item>(value: readonly Item[]): readonly Item[] => (Array.isArray(value) ? value : [])

const createContext = (context: SliceContext<SubscriptionState>) =>
  createPageContext(context, {
    tables: { billing, planChanges },
    initial: initialSubscription,
    dialogStart: { preview: undefined, cardSetup: undefined },
  })

type Context = ReturnType<typeof createContext>

const loading = ({ apply, get, api }: Context) => {
  const put = <Name extends AreaName>(name: Name, area: Areas[Name]) =>
    apply((state) => ({ ...state, areas: { ...state.areas, [name]: area } }))

  const load = async <Name extends AreaName>(
    name: Name,
    call: () => Promise<NonNullable<Areas[Name]['value']> | null>,
  ): Promise<void> => {
    // Each area is of its own type; a generic name forgets which.
    const areaOf = () => get().areas[name] as Area<unknown>
    put(name, areaLoading(areaOf()) as Areas[Name])
    try {
      put(name, areaLoaded(await call()) as Areas[Name])
    } catch (error) {
      put(name, areaFailed(areaOf(), messageOf(error)) as Areas[Name])
    }
  }

  const information = () =>
    load('information', async () => {
      const tenantId = get().viewer?.tenantId
      if (!tenantId) throw new ReadableError(GUARDS.notAuthorized)
      return api.billing.getSummary({ path: { tenantId } })
    })
  const plans = () => load('plans', async () => listOf(await api.billing.listPlans()))
  const subscription = () =>
    load('subscription', async () => listOf(await api.billing.managedListSubscriptions())[0] ?? null)
  const paymentMethod = () =>
    load('paymentMethod', async () => listOf(await api.billing.listPaymentMethods())[0] ?? null)
  const invoices = () => load('invoices', async () => listOf(await api.billing.listInvoices()))
  const vendorConfig = () => load('vendorConfig', () => api.billing.getVendorPublicConfig())

  /** What is managed elsewhere has a summary and a plan, and nothing else. */
  const all = async (): Promise<void> => {
    await Promise.all([information(), plans()])
    const { error, value } = get().areas.information
    if (error !== null || value?.externallyManaged) return
    await Promise.all([subscription(), paymentMethod(), invoices(), vendorConfig()])
  }
  const paid = () => Promise.all([information(), subscription(), paymentMethod(), invoices()])
  return { all, paid, plans, paymentMethod, invoices }
}

const changing = (
  { api, apply, get, submit, notify, openDialog, deps }: Context,
  loads: ReturnType<typeof loading>,
) => {
  /** @throws ReadableError with the words of the contract */
  const managed = () => {
    const { subscription, information } = get().areas
    if (information.value?.externallyManaged) throw new ReadableError(GUARDS.externallyManaged)
    if (!subscription.value) throw new ReadableError(GUARDS.noSubscription)
    return subscription.value
  }
  return {
    async cancelSubscription(): Promise<void> {
      const isDone = await submit(async () => {
        const { id, cancellation, status } = managed()
        if (cancellation || shownStatus(status) !== 'ACTIVE') return
        await api.billing.managedCancelSubscription({ path: { id }, body: {} })
        await loads.paid()
      })
      if (isDone) notify('canceled')
    },
    async renewSubscription(): Promise<void> {
      const isDone = await submit(async () => {
        const { id, cancellation } = managed()
        if (cancellation?.policy !== 'atPeriodEnd') return
        await api.billing.managedRenewSubscription({ path: { id }, body: {} })
        await loads.paid()
      })
      if (isDone) notify('renewed')
    },
    async choosePlan(plan: Plan): Promise<void> {
      if (!cardOf(get().areas)) return openDialog({ kind: 'card', next: plan })
      openDialog({ kind: 'plan', plan })
      const isOpen = () => get().dialog?.kind === 'plan'
      try {
        const preview = await api.planChanges.previewPlanChange({ query: { planId: plan.id } })
        if (isOpen()) apply((state) => ({ ...state, preview }))
      } catch (error) {
        deps.log.warn('The price of a change could not be computed', error)
        if (isOpen()) apply((state) => ({ ...state, formError: messageOf(error) }))
      }
    },
    async confirmPlan(plan: Plan): Promise<void> {
      const isDone = await submit(async () => {
        const { subscription } = get().areas
        const paymentMethodId = cardOf(get().areas)?.id ?? ''
        const id = subscription.value?.id
        if (id)
          await api.billing.managedUpdateSubscription({ path: { id }, body: { paymentMethodId, planId: plan.id } })
        else await api.billing.createProviderSubscription({ body: { stripePlanId: plan.externalId } })
        await loads.paid()
      })
      if (isDone) notify('changed', { plan: plan.name })
    },
  }
}

const paying = (
  { api, apply, get, notify, openDialog, closeDialog, submit }: Context,
  loads: ReturnType<typeof loading>,
) => ({
  /** The secret stays in memory: never in a URL, a log or an event. */
  async setUpCard(next?: Plan): Promise<void> {
    openDialog(next ? { kind: 'card', next } : { kind: 'card' })
  },
  async loadCardSetup(): Promise<void> {
    try {
      const providers = listOf(await api.billing.listPaymentProviders())
      if (!providers.some(({ status, providerType }) => status === ENABLED && providerType === 'Stripe')) {
        throw new ReadableError(GUARDS.noProvider)
      }
      const { publishableKey } = await api.billing.getCardProviderConfig()
      const { setupIntentSecret: secret } = await api.billing.createSetupIntent({ body: {} })
      if (get().dialog?.kind === 'card') apply((state) => ({ ...state, cardSetup: { publishableKey, secret } }))
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
    reloadPlans: loads.plans,
    reloadInvoices: loads.invoices,
    reloadPaymentMethod: loads.paymentMethod,
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
