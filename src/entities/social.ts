import type { AuthResponse } from './auth.ts'
import type { JsonObject } from './wire.ts'

export type SocialProvider = 'microsoft' | 'facebook' | 'google' | 'github' | 'slack' | 'apple' | 'linkedin'

export interface SocialProviderV1 {
  type: SocialProvider
  clientId: string
  redirectUrl: string
  active: boolean
}

export interface SocialConfig {
  type: SocialProvider
  clientId?: string | null
  redirectUrl: string
  backendRedirectUrl?: string | null
  active: boolean
  /** URL relative to the base URL with its prefix. */
  authorizationUrl?: string | null
  options?: JsonObject
  customised: boolean
  additionalScopes?: string[]
}

export interface CustomSocialProvider {
  id: string
  type: string
  clientId: string
  redirectUrl: string
  redirectUrlPattern: string
  authorizationUrl: string
  userInfoUrl: string
  /** Scopes separated by spaces. */
  scopes: string
  ssoLogoUrl: string | null
  displayName: string
  active: boolean
}

/**
 * Response of a social login. Its access token is not stored: a session refresh follows. If a second factor is
 * required, ours also names it.
 */
export interface SocialLoginResponse extends Omit<AuthResponse, 'accessToken'> {
  email: string
  isNewUser: boolean
  userId?: string
  tenantId?: string
  name: string
  accessToken: string
  mfaRequired: boolean
  userEmail?: string
}
