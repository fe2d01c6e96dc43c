import type { PasswordRules } from '../../entities/policies.ts'
import type {
  AuthStrategies,
  FeatureFlags,
  PortalConfiguration,
  PublicPolicy,
  VendorInfo,
} from '../../entities/portal.ts'

/** The shape of `PolicyRecord.value` for each `kind`, stored as JSON text. The vendor's own rows have no tenant. */
export interface PolicyValues {
  vendor: VendorInfo
  'portal-metadata': PortalConfiguration
  'feature-flags': FeatureFlags
  'public-policy': PublicPolicy
  'auth-strategies': AuthStrategies
  mfa: { enforceMFAType: 'DontForce' | 'Force' | 'ForceExceptSAML' }
  lockout: { enabled: boolean; maxAttempts: number }
  'password-history': { enabled: boolean; historySize: number }
  password: PasswordRules
}
