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
  /** Uses per month; `null` means unlimited. */
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
    /** Currency code (ISO 4217) in lower case. */
    currency: string
    /** Amount in minor units. */
    amount: number
  }
  /**
   * Features of the plan, in the vendor's order; absent when the vendor compares none, and from backends that don't
   * send it.
   */
  features?: PlanFeature[]
}

export interface Invoice {
  id: string
  externalId: string
  subscriptionId: string
  paymentDate: string
  /** Total in minor units. */
  totalAmount: number
  currency: string
  paid: boolean
  receiptNumber: string
  /**
   * Sum of the lines in minor units, before discounts and tax, including tax that is part of the prices. Absent from
   * backends that don't send it, and for invoices that were stored before it was recorded.
   */
  subtotalAmount?: number
  /** Discounts in minor units; absent for none. */
  discountAmount?: number
  /** Billing credit used before tax, in minor units; absent for none. */
  creditAmount?: number
  /** Tax added to the prices, in minor units; absent for none. */
  taxAmount?: number
  /** Tax that is part of the prices, in minor units: part of the subtotal, not added to it; absent for none. */
  includedTaxAmount?: number
  /** Credit notes for the invoice, in minor units; absent for none, and from backends that don't send it. */
  creditedAmount?: number
  /**
   * Part of the account's credit that paid for the invoice, in minor units; negative for an amount that it added to the
   * credit; absent for none.
   */
  balanceUsed?: number
  /** Every line of a single invoice; lists omit them. Amounts are in minor units, negative for credits. */
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

/** Actions that customers may take themselves. */
export interface VendorBillingConfig {
  allowPlanDowngrade: boolean
  allowPlanCancellation: boolean
  /** Effect of a trial that ends without a card; absent from backends that don't send it. */
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
