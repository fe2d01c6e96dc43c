import { isRecord } from '../../kernel/safe-json.ts'
import type { CaptchaService, Ports } from '../ports.ts'

const LIMIT_MS = 5_000
const MAX_SHOWN_LENGTH = 200

/** Returns the error codes that blame our secret instead of the user's response. */
const secretProblems = ({ 'error-codes': codes }: Readonly<Record<string, unknown>>): string[] =>
  [codes ?? []].flat().filter((code): code is string => typeof code === 'string' && /^[a-z-]*secret[a-z-]*$/.test(code))

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
      // A redirect would send the secret elsewhere.
      const received = await fetch(verifyUrl, { method: 'POST', body, signal, redirect: 'manual' })
      if (received.status >= 300 && received.status < 400) {
        // An unread body keeps its socket until the time limit.
        await received.body?.cancel()
        const target = (received.headers.get('location') ?? '').slice(0, MAX_SHOWN_LENGTH)
        log.error(`The URL of the captcha service redirects to ${target}. Redirects aren't followed; change the URL`)
        return false
      }
      const response: unknown = await received.json()
      if (!isRecord(response)) return false
      const [problem] = secretProblems(response)
      if (problem) log.error(`The captcha service refuses the secret: ${problem}`)
      if (response.success !== true) return false
      return typeof response.score !== 'number' || response.score >= minScore
    } catch (error) {
      log.error('The captcha service did not respond', error)
      return false
    }
  }
