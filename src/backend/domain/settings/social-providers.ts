import type { SocialProvider } from '../../../entities/social.ts'
import { flag, list, name, object, oneOf, secret, url } from './schema.ts'
import { defineVendorSetting } from './setting.ts'

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

export const socialProvidersSetting = defineVendorSetting({
  kind: 'social-providers',
  default: { providers: [] },
  schema: object<{ providers: SocialSetting[] }>({
    providers: list(
      object<SocialSetting, 'clientSecretReference'>(
        {
          type: oneOf('google', 'microsoft', 'apple', 'slack', 'linkedin', 'github', 'facebook'),
          active: flag,
          clientId: name,
          clientSecret: secret,
          issuer: url,
          customised: flag,
          additionalScopes: list(name),
          prompt: name,
        },
        ['type', 'active', 'clientId', 'clientSecret', 'customised', 'additionalScopes'],
      ),
    ),
  }),
})
