import type { WireDate } from './wire.ts'

export type SubscriptionStatus = 'active' | 'canceled' | 'incomplete' | 'expired' | 'trialing' | 'trialEnded'

export interface Subscription {
  id: string
  externalId: string
  externallyManaged: boolean
  startDate: WireDate
  currentPeriodStart: WireDate
  currentPeriodEnd: WireDate
  status: SubscriptionStatus
  cancellation: { policy: 'atPeriodEnd' } | null
  trialEnd?: WireDate | null
  plan: { slug: string }
}

export interface PlanFeature {
  key: string
  name: string
  /** Uses a month; `null` for any number. */
  perMonth: number | null
}

export interface Plan {
  id: string
  externalId: string
  name: string
  description: string
  slug: string
  price: {
    id: string
    externalId: string
    /** ISO 4217, lower case. */
    currency: string
    /** Minor units. */
    amount: number
  }
  /** What the plan includes, in the vendor's order; absent where the vendor compares none, and from backends that don't send it. */
  features?: PlanFeature[]
}

export interface Invoice {
  id: string
  externalId: string
  subscriptionId: string
  paymentDate: string
  /** Minor units. */
  totalAmount: number
  currency: string
  paid: boolean
  receiptNumber: string
  /**
   * The sum of the lines in minor units, before discounts and tax, with the tax that is inside prices. Absent from backends
   * that don't send it, and of invoices that were stored before it was kept.
   */
  subtotalAmount?: number
  /** Discounts in minor units; absent for none. */
  discountAmount?: number
  /** Billing credit that was used before tax, in minor units; absent for none. */
  creditAmount?: number
  /** Tax that is added to the prices, in minor units; absent for none. */
  taxAmount?: number
  /** Tax that is inside the prices, in minor units: a part of the subtotal, not added to it; absent for none. */
  includedTaxAmount?: number
  /** Credit notes on it, in minor units; absent for none, and from backends that don't send it. */
  creditedAmount?: number
  /** Of the account's credit, used to pay for it, in minor units; negative: what it added to the credit; absent for none. */
  balanceUsed?: number
  /** Every line, where one invoice is read; lists leave them out. Amounts are in minor units, negative for what is credited. */
  lines?: { description: string; amount: number }[]
}

export interface Address {
  addressLine1?: string
  addressLine2?: string
  city?: string
  state?: string
  postalCode?: string
  country?: string
}

interface PaymentMethodBase {
  id: string
  externalId: string
  isDefault: boolean
}

export interface CardPaymentMethod extends PaymentMethodBase {
  type: 'card'
  last4: string
  expMonth: number
  expYear: number
  brand: string
  billingDetails: { name: string; email?: string; address?: Address }
}

export interface UnknownPaymentMethod extends PaymentMethodBase {
  type: 'unknown'
}

export type PaymentMethod = CardPaymentMethod | UnknownPaymentMethod
export type PaymentProviderType = 'Stripe'

export interface BillingSummary {
  tenantConfigurationId: string
  providerType: PaymentProviderType
  subscriptionId: string
  externallyManaged: boolean
  currentPlanId: string
  paymentMethodId: string
  defaultPlanId: string
}

/** What customers may do by themselves. */
export interface VendorBillingConfig {
  allowPlanDowngrade: boolean
  allowPlanCancellation: boolean
  /** What becomes of a trial that ends without a card; absent from backends that don't send it. */
  trialEnd?: 'change_to_default' | 'retain_trial'
}

export interface SubscriptionChange {
  paymentMethodId: string
  planId: string
}

export interface TenantConfiguration {
  id: string
  vendorId: string
  tenantId: string
  externallyManaged: string
  paymentProviderType: PaymentProviderType
  mappingId: string
}
