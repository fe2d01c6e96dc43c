import { flag, list, name, nullableText, object, secret, text, url } from './schema.ts'
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
  schema: object<{ providers: CustomSocialSetting[] }>({
    providers: list(
      object<CustomSocialSetting, 'clientSecretReference'>(
        {
          id: name,
          displayName: name,
          active: flag,
          clientId: name,
          clientSecret: secret,
          scopes: text,
          ssoLogoUrl: nullableText,
          issuer: url,
          authorizationUrl: url,
          tokenUrl: url,
          userInfoUrl: url,
        },
        [
          'id',
          'displayName',
          'active',
          'clientId',
          'clientSecret',
          'scopes',
          'ssoLogoUrl',
          'authorizationUrl',
          'userInfoUrl',
        ],
      ),
    ),
  }),
})
