import type { SocialProvider } from '../../../entities/social.ts'
import { fields, flag, list, oneOf, optional, shape, text } from './checks.ts'
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
  parse: fields<{ providers: SocialSetting[] }>({
    providers: list(
      shape<SocialSetting>({
        type: oneOf('microsoft', 'facebook', 'google', 'github', 'slack', 'apple', 'linkedin'),
        active: flag,
        clientId: text,
        clientSecret: text,
        clientSecretReference: optional(text),
        issuer: optional(text),
        customised: flag,
        additionalScopes: list(text),
        prompt: optional(text),
      }),
    ),
  }),
})
