import { useCallback, useState } from 'react'
import { useLateCalls } from './lazy-calls.ts'
import { type Calls, type LoadedState, type ResponseOf, useLoaded } from './loaded-hooks.ts'
import { useAuth, useFrontEntry } from './provider.tsx'

type Billing = Calls['billing']

/**
 * Returns the plans that the vendor sells.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example const Plans = () => <ul>{usePlans(true).data?.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>
 */
export const usePlans = (loadOnMount = false): LoadedState<ResponseOf<Billing['listPlans']>> =>
  useLoaded(loadOnMount, ({ billing }) => billing.listPlans())

/**
 * Returns the active account's subscriptions; the first one is the current one.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example const Plan = () => <p>{useSubscription(true).data?.length === 0 ? 'Nothing yet' : 'Subscribed'}</p>
 */
export const useSubscription = (loadOnMount = false): LoadedState<ResponseOf<Billing['managedListSubscriptions']>> =>
  useLoaded(loadOnMount, ({ billing }) => billing.managedListSubscriptions())

/**
 * Returns the invoices of the active account.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example const Invoices = () => <p>{useInvoices(true).data?.length} invoices</p>
 */
export const useInvoices = (loadOnMount = false): LoadedState<ResponseOf<Billing['listInvoices']>> =>
  useLoaded(loadOnMount, ({ billing }) => billing.listInvoices())

/**
 * Returns the payment methods of the active account.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example const Card = () => <p>{usePaymentMethod(true).data?.length === 0 ? 'No card' : 'A card'}</p>
 */
export const usePaymentMethod = (loadOnMount = false): LoadedState<ResponseOf<Billing['listPaymentMethods']>> =>
  useLoaded(loadOnMount, ({ billing }) => billing.listPaymentMethods())

/**
 * Returns the billing summary of the active account: what it owes, and for what.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example const Summary = () => <p>{useBillingInformation(true).loading ? 'Loading' : 'Loaded'}</p>
 */
export const useBillingInformation = (loadOnMount = false): LoadedState<ResponseOf<Billing['getSummary']>> => {
  const tenantId = useAuth(({ activeTenant }) => activeTenant?.tenantId ?? '')
  return useLoaded(loadOnMount && tenantId !== '', ({ billing }) => billing.getSummary({ path: { tenantId } }))
}

/**
 * Returns the vendor's payment providers.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example const Provider = () => <p>{usePaymentProvider(true).data?.[0]?.name}</p>
 */
export const usePaymentProvider = (loadOnMount = false): LoadedState<ResponseOf<Billing['listPaymentProviders']>> =>
  useLoaded(loadOnMount, ({ billing }) => billing.listPaymentProviders())

/**
 * Returns what customers may do themselves, such as switching to a smaller plan or canceling.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example const Cancel = () => (useVendorPublicConfig(true).data?.allowPlanCancellation ? <button type="button">Cancel</button> : null)
 */
export const useVendorPublicConfig = (loadOnMount = false): LoadedState<ResponseOf<Billing['getVendorPublicConfig']>> =>
  useLoaded(loadOnMount, ({ billing }) => billing.getVendorPublicConfig())

const SUBSCRIPTION_CALLS = [
  'managedUpdateSubscription',
  'managedCancelSubscription',
  'managedRenewSubscription',
] as const

/** Calls that change a subscription. */
export type SubscriptionActions = Pick<Billing, (typeof SUBSCRIPTION_CALLS)[number]>

/**
 * Returns calls that change, cancel and renew a subscription.
 *
 * @example
 * const Cancel = ({ id }: { id: string }) => {
 *   const { managedCancelSubscription } = useSubscriptionActions()
 *   return <button type="button" onClick={() => managedCancelSubscription({ path: { id }, body: {} })}>Cancel</button>
 * }
 */
export const useSubscriptionActions = (): SubscriptionActions => useLateCalls('billing', SUBSCRIPTION_CALLS)

const INVOICE_CALLS = ['listInvoices', 'downloadInvoicePdf'] as const

/** Calls for invoices. */
export type InvoicesActions = Pick<Billing, (typeof INVOICE_CALLS)[number]>

/**
 * Returns calls that list and download invoices.
 *
 * @example
 * const Pdf = ({ id }: { id: string }) => {
 *   const { downloadInvoicePdf } = useInvoicesActions()
 *   return <button type="button" onClick={() => downloadInvoicePdf({ path: { id } })}>Download</button>
 * }
 */
export const useInvoicesActions = (): InvoicesActions => useLateCalls('billing', INVOICE_CALLS)

const CHECKOUT_CALLS = [
  'getCardProviderConfig',
  'getCustomer',
  'createCustomer',
  'createSetupIntent',
  'createProviderSubscription',
  'createTenantConfiguration',
  'updateBillingDetails',
] as const

/** Calls that create a paid subscription. */
export type CheckoutActions = Pick<Billing, (typeof CHECKOUT_CALLS)[number]>

/**
 * Returns calls that create the customer, the card and the subscription, one call each, for a checkout of the host's
 * own with the payment provider's form.
 *
 * @example
 * const Pay = () => {
 *   const { createSetupIntent } = useCheckoutActions()
 *   return <button type="button" onClick={() => createSetupIntent({ body: {} })}>Add a card</button>
 * }
 */
export const useCheckoutActions = (): CheckoutActions => useLateCalls('billing', CHECKOUT_CALLS)

interface DialogState {
  open: boolean
  /** Why the last purchase failed; `null` if it did not fail or no reason is known. */
  error: string | null
  /** Whether the plan was bought. */
  success: boolean
}

/** Result of {@link useCheckoutDialog}. */
export interface CheckoutDialog extends DialogState {
  /** Opens the checkout for the plan with this ID. Rejects when its code cannot be loaded. */
  showDialog(planId: string): Promise<void>
  hideDialog(): void
}

const CLOSED: DialogState = { open: false, error: null, success: false }

/**
 * Opens the checkout as a dialog over the page and returns its outcome.
 *
 * @example
 * const Upgrade = () => {
 *   const { showDialog, success } = useCheckoutDialog()
 *   return success ? <p>Thank you</p> : <button type="button" onClick={() => showDialog('growth')}>Upgrade</button>
 * }
 */
export const useCheckoutDialog = (): CheckoutDialog => {
  const app = useFrontEntry()
  const [state, setState] = useState(CLOSED)
  const showDialog = useCallback(
    async (planId: string) => {
      setState({ ...CLOSED, open: true })
      const change = (changes: Partial<DialogState>) => setState((now) => ({ ...now, ...changes }))
      try {
        await app?.showCheckout({
          planId,
          onClose: () => change({ open: false }),
          onSuccess: () => change({ success: true, error: null }),
          onError: (error) => change({ error }),
        })
      } catch (error) {
        change({ open: false })
        throw error
      }
    },
    [app],
  )
  const hideDialog = useCallback(() => app?.hideCheckout(), [app])
  return { ...state, showDialog, hideDialog }
}
