import type { ListType } from '../../../entities/policies.ts'

export interface TenantRecord {
  id: string
  name: string
  parentId: string | null
  /** The user whose sign-up made the account, as long as their first proof of the email decides what becomes of it. */
  founderId: string | null
  isReseller: boolean
  alias: string | null
  hasCustomLogin: boolean
  /** Object as JSON text. */
  metadata: string
  /** Account settings as JSON text: address, timezone, dateFormat, timeFormat, currency, logo … */
  settings: string
  /** Set while its members may not enter it. An account above it that was suspended set it too. */
  suspendedAt: number | null
  createdAt: number
  updatedAt: number
}

/** That one account is below another, at any depth; the name is repeated here so that a subtree is one indexed read. */
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
export interface PolicyRecord {
  id: string
  tenantId: string | null
  kind: string
  value: string
  createdAt: number
  updatedAt: number
}

/** One rule of an account's email domain restrictions; whether and which list applies is the policy `email-domains`. */
export interface DomainRuleRecord {
  id: string
  tenantId: string
  type: ListType
  /** As `rules/email-domain.ts` normalizes it. */
  domain: string
  createdAt: number
}

/** A user or an account that is deleted once its grace period is over. */
export interface DeletionRecord {
  /** Of the user or the account. */
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
  /** Kind and id, see `domain/base/pictures.ts`. */
  ownerId: string
  /** Media type, such as `image/png`. */
  type: string
  /** Base64. */
  data: string
  createdAt: number
}
