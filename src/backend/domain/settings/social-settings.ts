import type { SocialProvider } from '../../../entities/social.ts'

/** The vendor's setting of one of the seven built-in providers. */
export interface SocialSetting {
  type: SocialProvider
  active: boolean
  clientId: string
  /** The secret; it is sealed if it was set by a file. */
  clientSecret: string
  /** The source of the secret, such as `env:GOOGLE_SECRET`; only sealed secrets have one. */
  clientSecretReference?: string
  /** Replaces the provider's own issuer, for example with that of a test provider. */
  issuer?: string
  /** Whether the vendor uses its own client at the provider. */
  customised: boolean
  additionalScopes: string[]
  /** `select_account` lets the user choose among their accounts at the provider. */
  prompt?: string
}

/** A provider that the vendor adds: OpenID Connect if it has an `issuer`, else OAuth 2.0. */
export interface CustomSocialSetting {
  id: string
  displayName: string
  active: boolean
  clientId: string
  /** The secret; it is sealed like that of a {@link SocialSetting}. */
  clientSecret: string
  clientSecretReference?: string
  scopes: string
  ssoLogoUrl: string | null
  issuer?: string
  authorizationUrl: string
  tokenUrl?: string
  userInfoUrl: string
}
