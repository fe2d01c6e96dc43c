import type { FeatureUsage, UsageReport } from '../../contract/usage.ts'
import { PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'

export type UsageAbility = 'read'

export interface UsageState extends PageState<UsageAbility, never, never> {
  loading: boolean
  error: string | null
  /** The last report, which stays while it is reloaded. */
  report?: UsageReport | undefined
}

export const initialUsage: UsageState = { ...PAGE_AT_START, loading: false, error: null }

export type UsageLevel = 'unlimited' | 'fine' | 'near' | 'full'

const NEAR = 0.8

export const usageLevelOf = ({ used, limit }: Pick<FeatureUsage, 'used' | 'limit'>): UsageLevel => {
  if (limit === null) return 'unlimited'
  if (used >= limit) return 'full'
  return used >= limit * NEAR ? 'near' : 'fine'
}

const ACRONYMS = /\b(ai|api|csv|ip|mfa|pdf|saml|scim|sms|sso)\b/gi

/**
 * Converts a key into a name: `scheduled-reports` → `Scheduled reports`, `sso` → `SSO`. Features have no other names.
 */
export const featureName = (key: string): string => {
  const words = key
    .replace(/[-_.]+/g, ' ')
    .trim()
    .replace(ACRONYMS, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface UsageActions {
  open(): Promise<void>
  reload(): Promise<void>
  close(): void
  dialogsMissing(): void
}
