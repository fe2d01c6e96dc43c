import { isRecord } from '../../kernel/safe-json.ts'
import type { CaptchaService, Ports } from '../ports.ts'

const LIMIT_MS = 5_000

/**
 * Creates the `siteverify` call that reCAPTCHA, hCaptcha and Turnstile share; a missing response counts as a refusal.
 *
 * @param host the service to use if the vendor's settings name none
 */
export const createCaptcha =
  (host: CaptchaService | undefined, log: Ports['log']): NonNullable<Ports['captcha']> =>
  async (token, ipAddress, service = host) => {
    if (!service) return false
    const { verifyUrl, secret, minScore = 0.5 } = service
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
