import type { Address } from '../../entities/billing.ts'

/** Amounts are whole numbers in the minor unit of their currency; times are milliseconds since the epoch. */
export interface PaidSubscription {
  id: string
  itemId: string
  priceId: string
  /** The provider's own name, such as `active`, `past_due` or `incomplete_expired`. */
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
  /** Negative for a credit. */
  amount: number
}

/** Lines − discount − credit + tax = total. */
export interface PaidAmounts {
  lines: InvoiceLine[]
  /** The sum of the lines. */
  subtotal: number
  /**
   * Absent in snapshots of earlier versions: these have at most ten lines, the provider's own subtotal, and all taxes
   * as `tax`.
   */
  discount?: number
  /** Billing credit that was used before tax; absent in snapshots of earlier versions. */
  credit?: number
  /** Tax that is added to the prices. */
  tax: number
  /** Tax that the prices include; absent in snapshots of earlier versions. */
  includedTax?: number
  total: number
  /** Total of the credit notes on this invoice. */
  credited: number
  /**
   * The part of the customer's credit that was used to pay. Negative if the invoice added to the credit, or included an
   * earlier debt. Absent if there is none, and in snapshots of earlier versions.
   */
  balanceUsed?: number
}

export interface PaidInvoice extends PaidAmounts {
  id: string
  /** The printed number, such as `A1B2-0007`. */
  number: string
  subscriptionId: string
  createdAt: number
  currency: string
  paid: boolean
  /** Whether it is issued and not paid. */
  isOpen: boolean
  customerName: string
  customerEmail: string
  customerAddress: Address
}

/** The provider's records of one customer, read at once. */
export interface PaidAccount {
  subscription: PaidSubscription | null
  cards: PaidCard[]
  /** Newest first. */
  invoices: PaidInvoice[]
}

/** The content of a printed invoice: the invoice and its issuer. */
export interface PrintedInvoice {
  invoice: PaidInvoice
  /** IANA name of the account's time zone. */
  timeZone: string
  /** The account's pattern for dates. */
  dateFormat?: string
  seller: { name: string; lines: string[] }
}

/** A change of plan or card that may be sent again: because of the key, the provider does it only once. */
export interface PlanChange {
  key: string
  priceId: string
  paymentMethodId: string
  /** Proration is computed as of this time, so that the charge matches the price shown. */
  prorationAt: number
}

interface PlanPreview {
  currency: string
  amountDue: number
  /** They add up to the total: credit that is used or given is a line, too. */
  lines: InvoiceLine[]
}

/** The provider refused the payment; the message is for the user. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined'
}

/** The provider never sells this plan to this customer, for example in a second currency; nothing was changed. */
export class PlanRefused extends PaymentDeclined {
  constructor(options?: ErrorOptions) {
    super('Contact us to change to this plan.', options)
  }
}

/** A notification of the payment provider. */
export interface PaidEvent {
  /** `null` if the notification is about no customer. */
  customerId: string | null
  /** Whether the notification lacks the object that it is about, so that its customer is unknown. */
  isThin?: true
}

/** The payment provider, one customer per tenant. */
export interface PaymentPort {
  /** Key for the provider's own script in the browser. */
  publishableKey: string
  /** The item of a subscription whose price is in `planPriceIds` is the plan; without them, the first item is. */
  read(customerId: string, planPriceIds?: readonly string[]): Promise<PaidAccount>
  createCustomer(given: { tenantId: string; name: string; email: string }): Promise<string>
  createSetupIntent(customerId: string): Promise<{ id: string; secret: string }>
  /**
   * Returns the card of a completed setup intent; `undefined` while it isn't complete, or if it failed. It times out
   * early.
   */
  readSetupIntent(id: string): Promise<{ paymentMethodId: string } | undefined>
  /** Makes this card the one that is charged from now on. */
  setDefaultCard(given: { customerId: string; subscriptionId: string | null; paymentMethodId: string }): Promise<void>
  updateBillingDetails(paymentMethodId: string, details: { email?: string; address: Address }): Promise<void>
  setCancellation(subscriptionId: string, atPeriodEnd: boolean): Promise<void>
  /** @throws PlanRefused */
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
   * Starts a subscription. Without a card, it stays incomplete until the browser confirms the payment with `secret`.
   * @throws PaymentDeclined
   */
  subscribe(given: {
    customerId: string
    priceId: string
    paymentMethodId: string | null
    key: string
  }): Promise<{ id: string; secret: string }>
  /** Returns what a notification is about; `undefined` if its signature is wrong. */
  readEvent(body: string, signature: string): Promise<PaidEvent | undefined>
}
