import type { Address } from '../../entities/billing.ts'

/** Amounts are whole numbers in the minor unit of their currency; times are milliseconds since the epoch. */
export interface PaidSubscription {
  id: string
  itemId: string
  priceId: string
  /** As the provider names it, such as `active`, `past_due` or `incomplete_expired`. */
  status: string
  startedAt: number
  periodStart: number
  periodEnd: number
  trialEnd: number | null
  cancelsAtPeriodEnd: boolean
}

export interface PaidCard {
  id: string
  last4: string
  expMonth: number
  expYear: number
  brand: string
  isDefault: boolean
  name: string
  email: string | null
  address: Address
}

export interface InvoiceLine {
  description: string
  /** Negative for what is credited. */
  amount: number
}

/** Lines − discount − credit + tax = total. */
export interface PaidAmounts {
  lines: InvoiceLine[]
  /** The sum of the lines. */
  subtotal: number
  /** Absent in what earlier versions stored: at most ten lines, the provider's own subtotal, and all taxes as `tax`. */
  discount?: number
  /** Billing credit that was used before tax; absent in what was stored before. */
  credit?: number
  /** Added to the prices. */
  tax: number
  /** Inside the prices; absent in what was stored before. */
  includedTax?: number
  total: number
  /** Credit notes on this invoice. */
  credited: number
  /**
   * The customer's credit that was used to pay for it; negative: what it added to the credit, or what was owed before. Absent
   * for none, and in what was stored before.
   */
  balanceUsed?: number
}

export interface PaidInvoice extends PaidAmounts {
  id: string
  /** As printed, such as `A1B2-0007`. */
  number: string
  subscriptionId: string
  createdAt: number
  currency: string
  paid: boolean
  /** Issued and not paid. */
  isOpen: boolean
  customerName: string
  customerEmail: string
  customerAddress: Address
}

/** Everything the provider knows of one customer, read at once. */
export interface PaidAccount {
  subscription: PaidSubscription | null
  cards: PaidCard[]
  /** Newest first. */
  invoices: PaidInvoice[]
}

/** What is printed: an invoice and who issues it. */
export interface PrintedInvoice {
  invoice: PaidInvoice
  /** IANA name, the account's. */
  timeZone: string
  /** The account's pattern for dates. */
  dateFormat?: string
  seller: { name: string; lines: string[] }
}

/** A change of plan or card that may be sent again: the key makes the provider do it once. */
export interface PlanChange {
  key: string
  priceId: string
  paymentMethodId: string
  /** Proration is computed as of this time, so that the price shown is the price charged. */
  prorationAt: number
}

interface PlanPreview {
  currency: string
  amountDue: number
  /** They add up to it: credit that is used or given is a line, too. */
  lines: InvoiceLine[]
}

/** The provider refused the payment; the message is for the user. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined'
}

/** The payment provider, one customer per tenant. */
export interface PaymentPort {
  /** For the provider's own script in the browser. */
  publishableKey: string
  /** `planPriceIds`: of a subscription's items, the one with such a price is the plan; without them, the first. */
  read(customerId: string, planPriceIds?: readonly string[]): Promise<PaidAccount>
  createCustomer(given: { tenantId: string; name: string; email: string }): Promise<string>
  createSetupIntent(customerId: string): Promise<{ id: string; secret: string }>
  /** The card that a setup intent ended with; `undefined` while it has not, or failed. It gives up early. */
  readSetupIntent(id: string): Promise<{ paymentMethodId: string } | undefined>
  /** Pays with this card from now on. */
  setDefaultCard(given: { customerId: string; subscriptionId: string | null; paymentMethodId: string }): Promise<void>
  updateBillingDetails(paymentMethodId: string, details: { email?: string; address: Address }): Promise<void>
  setCancellation(subscriptionId: string, atPeriodEnd: boolean): Promise<void>
  preview(given: {
    customerId: string
    subscription: PaidSubscription | null
    priceId: string
    prorationAt: number
  }): Promise<PlanPreview>
  /** @throws PaymentDeclined when nothing was changed because the payment failed */
  changePlan(subscription: PaidSubscription, change: PlanChange): Promise<void>
  /** @throws PaymentDeclined */
  payInvoice(invoiceId: string, change: PlanChange): Promise<void>
  /**
   * Begins a subscription. Without a card it stays incomplete until the browser confirms the payment with `secret`.
   * @throws PaymentDeclined
   */
  subscribe(given: {
    customerId: string
    priceId: string
    paymentMethodId: string | null
    key: string
  }): Promise<{ id: string; secret: string }>
  /** The customer that a notification is about, `null` for none; `undefined` when its signature is wrong. */
  readEvent(body: string, signature: string): Promise<{ customerId: string | null } | undefined>
}
