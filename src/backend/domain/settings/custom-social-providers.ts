import { fields, flag, list, nullable, optional, shape, text } from './checks.ts'
import { defineVendorSetting } from './setting.ts'
import type { SocialSetting } from './social-providers.ts'

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

export const customSocialProvidersSetting = defineVendorSetting({
  kind: 'custom-social-providers',
  default: { providers: [] },
  parse: fields<{ providers: CustomSocialSetting[] }>({
    providers: list(
      shape<CustomSocialSetting>({
        id: text,
        displayName: text,
        active: flag,
        clientId: text,
        clientSecret: text,
        clientSecretReference: optional(text),
        scopes: text,
        ssoLogoUrl: nullable(text),
        issuer: optional(text),
        authorizationUrl: text,
        tokenUrl: optional(text),
        userInfoUrl: text,
      }),
    ),
  }),
})
