import { isRecord } from '../../kernel/safe-json.ts'
import type { Ports } from '../ports.ts'

export interface CaptchaSettings {
  /** Where tokens are checked, such as `https://www.google.com/recaptcha/api/siteverify`. */
  verifyUrl: string
  secret: string
  /** Least score of a check without a question; 0 to 1. @default 0.5 */
  minScore?: number
}

const LIMIT_MS = 5_000

/** The `siteverify` call that reCAPTCHA, hCaptcha and Turnstile share; no response counts as a refusal. */
export const createCaptcha =
  ({ verifyUrl, secret, minScore = 0.5 }: CaptchaSettings, log: Ports['log']): NonNullable<Ports['captcha']> =>
  async (token, ipAddress) => {
    try {
      const body = new URLSearchParams({ secret, response: token, ...(ipAddress && { remoteip: ipAddress }) })
      const signal = AbortSignal.timeout(LIMIT_MS)
      const response: unknown = await (await fetch(verifyUrl, { method: 'POST', body, signal })).json()
      if (!isRecord(response) || response.success !== true) return false
      return typeof response.score !== 'number' || response.score >= minScore
    } catch (error) {
      log.error('The captcha service did not respond', error)
      return false
    }
  }
