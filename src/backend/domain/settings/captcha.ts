import { flag, object, secret, text, url } from './schema.ts'
import { defineVendorSetting } from './setting.ts'

/** The vendor's captcha. The widget receives only the first two fields. */
export interface CaptchaSetting {
  enabled: boolean
  siteKey: string
  /** The URL that verifies tokens; empty if the host of the backend provides its own service. */
  verifyUrl: string
  /** The sealed secret; empty if `verifyUrl` is empty. */
  secret: string
  secretReference?: string
  /** The lowest accepted score of a captcha without a challenge, from 0 to 1. */
  minScore: number
}

export const captchaSetting = defineVendorSetting({
  kind: 'captcha',
  default: { enabled: false, siteKey: '', verifyUrl: '', secret: '', minScore: 0.5 },
  schema: object<CaptchaSetting, 'secretReference'>({
    enabled: flag,
    siteKey: text,
    verifyUrl: url,
    secret,
    minScore: { type: 'number', minimum: 0, maximum: 1 },
  }),
})
