import type { SocialProvider } from '../../../entities/social.ts'

/** One of the seven providers as the vendor set it up. */
export interface SocialSetting {
  type: SocialProvider
  active: boolean
  clientId: string
  /** Sealed where a file set it. */
  clientSecret: string
  /** Where the secret came from, such as `env:GOOGLE_SECRET`; only a sealed one has it. */
  clientSecretReference?: string
  /** Instead of the provider's own, such as that of a test provider. */
  issuer?: string
  /** The vendor uses a client of its own there. */
  customised: boolean
  additionalScopes: string[]
  /** `select_account` lets the user choose among their accounts there. */
  prompt?: string
}

/** A provider that the vendor adds: OpenID Connect by `issuer`, else OAuth 2.0. */
export interface CustomSocialSetting {
  id: string
  displayName: string
  active: boolean
  clientId: string
  /** The same as that of a {@link SocialSetting}. */
  clientSecret: string
  clientSecretReference?: string
  scopes: string
  ssoLogoUrl: string | null
  issuer?: string
  authorizationUrl: string
  tokenUrl?: string
  userInfoUrl: string
}
