/** The vendor's captcha; the widget gets the first two fields alone. */
export interface CaptchaSetting {
  enabled: boolean
  siteKey: string
  /** Where tokens are checked; empty where the host of the backend brings a service. */
  verifyUrl: string
  /** Sealed; empty as `verifyUrl` is. */
  secret: string
  secretReference?: string
  /** Least score of a check without a question; 0 to 1. */
  minScore: number
}
