import type { billing } from '../../contract/billing.ts'
import type { Client } from '../../contract/client.ts'
import { messageOf, ReadableError } from '../../kernel/errors.ts'
import { type Area, type AreaName, type Areas, areaFailed, areaLoaded, areaLoading, isChoiceKnown } from './areas.ts'

/** The messages are part of the contract. */
export const GUARDS = {
  noSubscription: 'Subscription not found.',
  externallyManaged: 'Billing is externally managed.',
  noProvider: 'Payment provider not configured',
  unknownProvider: 'Internal feature failure',
  notAuthorized: 'Not authorized',
} as const

/** Returns an empty list if an older or foreign backend sends something else. */
export const listOf = <Item>(value: readonly Item[]): readonly Item[] => (Array.isArray(value) ? value : [])

export type BillingClient = Client<{ billing: typeof billing }>

interface Place {
  api: BillingClient
  tenantId(): string | undefined
  areas(): Areas
  change(change: (areas: Areas) => Areas): void
}

/** Loads each area of billing separately, so that one failure doesn't affect the others. */
export const createAreaLoads = ({ api, tenantId: current, areas, change }: Place) => {
  const put = <Name extends AreaName>(name: Name, area: Areas[Name]) => change((all) => ({ ...all, [name]: area }))

  const run = async <Name extends AreaName>(
    name: Name,
    call: () => Promise<NonNullable<Areas[Name]['value']> | null>,
  ): Promise<void> => {
    // Each area has its own type, which the generic name loses.
    const areaOf = () => areas()[name] as Area<unknown>
    put(name, areaLoading(areaOf()) as Areas[Name])
    try {
      put(name, areaLoaded(await call()) as Areas[Name])
    } catch (error) {
      put(name, areaFailed(areaOf(), messageOf(error)) as Areas[Name])
    }
  }

  const pending = new Map<AreaName, Promise<void>>()
  const load: typeof run = (name, call) => {
    const promise = run(name, call).finally(() => {
      if (pending.get(name) === promise) pending.delete(name)
    })
    pending.set(name, promise)
    return promise
  }

  const information = () =>
    load('information', async () => {
      const tenantId = current()
      if (!tenantId) throw new ReadableError(GUARDS.notAuthorized)
      const summary = await api.billing.getSummary({ path: { tenantId } })
      // A bill can't be paid through an unnamed provider. Externally managed billing needs none.
      if (!summary.providerType && !summary.externallyManaged) throw new ReadableError(GUARDS.unknownProvider)
      return summary
    })
  const plans = () => load('plans', async () => listOf(await api.billing.listPlans()))
  const subscription = () =>
    load('subscription', async () => listOf(await api.billing.managedListSubscriptions())[0] ?? null)
  const paymentMethod = () =>
    load('paymentMethod', async () => listOf(await api.billing.listPaymentMethods())[0] ?? null)
  const invoices = () => load('invoices', async () => listOf(await api.billing.listInvoices()))
  const vendorConfig = () => load('vendorConfig', () => api.billing.getVendorPublicConfig())

  /** Loads all areas. Externally managed billing has only a summary and plans. */
  const all = async (): Promise<void> => {
    await Promise.all([information(), plans()])
    const { error, value } = areas().information
    if (error !== null || value?.externallyManaged) return
    await Promise.all([subscription(), paymentMethod(), invoices(), vendorConfig()])
  }
  const decisive = { subscription, paymentMethod }
  const settle = async (name: keyof typeof decisive): Promise<void> => {
    await pending.get(name)
    if (areas()[name].value === undefined || areas()[name].error !== null) await decisive[name]()
    const { error } = areas()[name]
    if (error !== null) throw new ReadableError(error)
  }
  /**
   * Waits for the areas that a plan choice depends on, and reloads those that failed.
   * @throws ReadableError with the reason when a part stays unknown
   */
  const settled = async (): Promise<void> => {
    if (isChoiceKnown(areas())) return
    await Promise.all([settle('subscription'), settle('paymentMethod')])
  }
  const paid = () => Promise.all([information(), subscription(), paymentMethod(), invoices()])
  return { all, paid, settled, plans, paymentMethod, invoices, information, subscription, vendorConfig }
}

export type AreaLoads = ReturnType<typeof createAreaLoads>
