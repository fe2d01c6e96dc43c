import type { ListType } from '../../../entities/policies.ts'
import type { Dated } from './dated.ts'

export interface TenantRecord extends Dated {
  id: string
  name: string
  parentId: string | null
  /** The user whose sign-up created the account, until their first proof of the email decides whether it is kept. */
  founderId: string | null
  isReseller: boolean
  alias: string | null
  hasCustomLogin: boolean
  /** A JSON object as text. */
  metadata: string
  /** Account settings as JSON text: address, timezone, dateFormat, timeFormat, currency, logo … */
  settings: string
  /** Time at which the account, or one above it, was suspended; members can't enter it. @default `null` */
  suspendedAt: number | null
}

/**
 * Records that one account is below another, at any depth; the name is repeated here so that a subtree takes one
 * indexed read.
 */
export interface AccountLinkRecord {
  id: string
  ancestorId: string
  tenantId: string
  /** 1 for a child. */
  depth: number
  name: string
  createdAt: number
}

/** A policy of a tenant, or of the vendor when `tenantId` is `null`; `value` is JSON text. */
export interface PolicyRecord extends Dated {
  id: string
  tenantId: string | null
  kind: string
  value: string
}

/**
 * One rule of an account's email domain restrictions; the policy `email-domains` decides whether and which list
 * applies.
 */
export interface DomainRuleRecord {
  id: string
  tenantId: string
  type: ListType
  /** Normalized by `rules/email-domain.ts`. */
  domain: string
  createdAt: number
}

/** A user or an account that is deleted once its grace period is over. */
export interface DeletionRecord {
  /** Id of the user or the account. */
  id: string
  kind: 'user' | 'tenant'
  /** The user who requested it. */
  requestedById: string
  requestedByEmail: string
  dueAt: number
  createdAt: number
}

/** A picture of a user, an account or its login box. */
export interface PictureRecord {
  id: string
  /** Kind and id of the owner, see `domain/base/pictures.ts`. */
  ownerId: string
  /** Media type, such as `image/png`. */
  type: string
  /** Base64. */
  data: string
  createdAt: number
}

/** Defines whether a tenant restricts IP addresses, and by which list; its id is the tenant's. */
export interface IpConfigRecord extends Dated {
  id: string
  isActive: boolean
  strategy: 'ALLOW' | 'BLOCK'
  /** A new value after every change of the tenant's rules; anything derived from earlier rules is void. */
  revision: string
}

export interface IpRestrictionRecord extends Dated {
  id: string
  tenantId: string
  /** Normalized by `readIpRange`. */
  ip: string
  strategy: 'ALLOW' | 'BLOCK'
  isActive: boolean
  description: string
}

export interface AccountsRecords {
  tenants: TenantRecord
  accountLinks: AccountLinkRecord
  policies: PolicyRecord
  domainRules: DomainRuleRecord
  pictures: PictureRecord
  deletions: DeletionRecord
  ipConfigs: IpConfigRecord
  ipRestrictions: IpRestrictionRecord
}
