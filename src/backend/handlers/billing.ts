import type { billing, publicPlans } from '../../contract/billing.ts'
import type { Plan } from '../../entities/billing.ts'
import type { AuthRequest, SignedRequest } from '../call/auth.ts'
import { notFound, Refusal } from '../call/refusal.ts'
import { accountFormats } from '../domain/base/account-dates.ts'
import { catalogOf, findAccount, paymentsOf, snapshotOf } from '../domain/billing/billing-account.ts'
import { includedIn, publishedPlans } from '../domain/billing/public-plans.ts'
import { accountWithCard } from '../domain/billing/setup-card.ts'
import {
  cardsOf,
  toInvoice,
  toPaymentMethod,
  toPlan,
  toSubscription,
  toSummary,
} from '../domain/billing/shown-billing.ts'
import { syncAccount } from '../domain/billing/sync-account.ts'
import { entitlementsSetting } from '../domain/settings/entitlements.ts'
import { asFile, type Handlers, open, type SignedCall, signedIn } from '../http/handler.ts'
import type { PaidAccount, PaidInvoice } from '../ports/payments.ts'
import type { Ports } from '../ports.ts'

/**
 * Returns whether an earlier version made the copy. It has at most ten lines per invoice, and neither discounts nor the
 * tax that prices include.
 */
const isIncomplete = ({ invoices }: PaidAccount): boolean => invoices.some(({ discount }) => discount === undefined)

/**
 * Returns the copy with all lines of its invoices; a copy by an earlier version is read again. If the payment provider
 * can't be reached, the copy is returned unchanged.
 */
const completeCopy = async ({ ports, auth }: AuthRequest): Promise<PaidAccount> => {
  const copy = snapshotOf(await findAccount(ports, auth.tenantId))
  if (!ports.payments || !isIncomplete(copy)) return copy
  try {
    return (await syncAccount(ports, auth.tenantId))?.after ?? copy
  } catch (error) {
    ports.log.error('Could not read the lines of earlier invoices again', error)
    return copy
  }
}

/** Returns the plans as customers see them, each with the compared features that it includes. */
const plansWithFeatures = async ({ store }: Pick<Ports, 'store'>): Promise<Plan[]> => {
  const { plans, comparedFeatures = [] } = await catalogOf({ store })
  const entitlements = await entitlementsSetting.ofVendor(store)
  return plans.map((plan) => {
    const included = includedIn(entitlements, plan.id, comparedFeatures)
    const features = comparedFeatures
      .filter(({ key }) => Object.hasOwn(included, key))
      .map(({ key, name }) => ({ key, name, perMonth: included[key] ?? null }))
    return { ...toPlan(plan), ...(comparedFeatures.length > 0 && { features }) }
  })
}

const NOT_IMPLEMENTED = 501
const UNAVAILABLE = 503

/** An id in the path must be that of the caller's own tenant. */
export const assertOwnTenant = ({ auth }: SignedRequest, tenantId: string): void => {
  if (tenantId !== auth.tenantId) throw notFound('Account not found')
}

const paidOf = async ({ ports, auth }: SignedRequest) => snapshotOf(await findAccount(ports, auth.tenantId))

const listSubscriptions = async (call: SignedRequest) => {
  const { subscription } = await paidOf(call)
  return subscription ? [toSubscription(await catalogOf(call.ports), subscription)] : []
}

const getSubscription = async (call: SignedRequest & { path: { id: string } }) => {
  const found = (await listSubscriptions(call)).find(({ id }) => id === call.path.id)
  if (!found) throw notFound('Subscription not found.')
  return found
}

const invoiceOf = async (call: SignedRequest, id: string): Promise<PaidInvoice> => {
  const found = (await completeCopy(call)).invoices.find((each) => each.id === id)
  if (!found) throw notFound('Invoice not found')
  return found
}

/** Keeps the printable characters of a file name (RFC 6266 §4.3) and drops the others. */
const fileNameOf = (typed: string | undefined, { number }: PaidInvoice): string => {
  const name = (typed ?? `invoice-${number}`).replace(/[^\w.-]+/g, '-').slice(0, 100)
  return name.endsWith('.pdf') ? name : `${name}.pdf`
}

const downloadPdf = async (call: SignedCall<(typeof billing)['downloadInvoicePdf']>) => {
  const { ports, auth, path, query, reply } = call
  const invoice = await invoiceOf(call, path.id)
  if (!ports.printInvoice) throw new Refusal(NOT_IMPLEMENTED, ['Invoices can’t be downloaded here'])
  const { seller } = await catalogOf(ports)
  const { timeZone, dateFormat } = accountFormats(await ports.store.tenants.get(auth.tenantId))
  const bytes = await ports.printInvoice({ invoice, seller, timeZone, ...(dateFormat && { dateFormat }) })
  reply.headers.set('Content-Disposition', `attachment; filename="${fileNameOf(query.outputFileName, invoice)}"`)
  return asFile(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }))
}

const listCards = async (call: SignedRequest) => cardsOf(snapshotOf(await accountWithCard(call))).map(toPaymentMethod)

const tenantConfiguration = async (call: SignedCall<(typeof billing)['getTenantConfiguration']>) => {
  assertOwnTenant(call, call.path.tenantId)
  const account = await findAccount(call.ports, call.auth.tenantId)
  if (!account) throw notFound('Account not found')
  return {
    id: account.id,
    vendorId: call.ports.config.vendorId,
    tenantId: account.tenantId,
    externallyManaged: String(account.externallyManaged),
    paymentProviderType: 'Stripe' as const,
    mappingId: account.customerId ?? '',
  }
}

export const billingReadHandlers = {
  managedListSubscriptions: signedIn(listSubscriptions),
  managedGetSubscription: signedIn(getSubscription),
  listSubscriptions: signedIn(listSubscriptions),
  getSubscription: signedIn(getSubscription),
  getSummary: signedIn(async (call) => {
    assertOwnTenant(call, call.path.tenantId)
    const account = await accountWithCard(call)
    return toSummary(await catalogOf(call.ports), account, snapshotOf(account))
  }),
  listPlans: signedIn(({ ports }) => plansWithFeatures(ports)),
  getPlan: signedIn(async ({ ports, path }) => {
    const found = (await plansWithFeatures(ports)).find(({ id }) => id === path.id)
    if (!found) throw notFound('Plan not found')
    return found
  }),
  listInvoices: signedIn(async (call) => (await paidOf(call)).invoices.map(toInvoice)),
  getInvoice: signedIn(async (call) => {
    const found = await invoiceOf(call, call.path.id)
    return { ...toInvoice(found), lines: found.lines }
  }),
  downloadInvoicePdf: signedIn(downloadPdf),
  listPaymentMethods: signedIn(listCards),
  getPaymentMethod: signedIn(async (call) => {
    const found = (await listCards(call)).find(({ id }) => id === call.path.id)
    if (!found) throw notFound('Payment method not found')
    return found
  }),
  getTenantConfiguration: signedIn(tenantConfiguration),
  listPaymentProviders: signedIn(async ({ ports }) => [
    { providerType: 'Stripe' as const, name: 'Stripe', status: ports.payments ? '1' : '0' },
  ]),
  getCardProviderConfig: signedIn(async ({ ports }) => {
    const { publishableKey } = paymentsOf(ports)
    if (publishableKey === '') throw new Refusal(UNAVAILABLE, ['Cards can’t be added here'])
    return { id: ports.config.vendorId, name: 'Stripe', active: true, publishableKey }
  }),
  getCustomer: signedIn(async (call) => {
    assertOwnTenant(call, call.path.tenantId)
    const account = await findAccount(call.ports, call.auth.tenantId)
    if (!account?.customerId) throw notFound('Customer not found')
    return { stripeCustomerId: account.customerId }
  }),
  getVendorPublicConfig: signedIn(async ({ ports }) => {
    const { allowPlanDowngrade, allowPlanCancellation, trialEnd } = await catalogOf(ports)
    return { allowPlanDowngrade, allowPlanCancellation, trialEnd }
  }),
} satisfies Partial<Handlers<typeof billing>>

export const publicPlansHandlers = {
  listPublicPlans: open(({ ports }) => publishedPlans(ports)),
} satisfies Handlers<typeof publicPlans>
