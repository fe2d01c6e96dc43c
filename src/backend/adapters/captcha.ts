import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import type { CaptchaService, Ports } from '../ports.ts'

const LIMIT_MS = 5_000
const MAX_SHOWN_LENGTH = 200

/** In an outage every caller is refused, so that each of them would be a line of the log. */
const LOG_EVERY_MS = 60_000

type Result = Readonly<Record<string, unknown>>

const codesIn = ({ 'error-codes': codes }: Result, pattern: RegExp): string[] =>
  [codes ?? []].flat().filter((code): code is string => typeof code === 'string' && pattern.test(code))

/** Returns a problem that the operator or the service has to solve, and not the user. */
const problemOf = (result: Result, { ok, status }: Response): string | undefined => {
  const [secret] = codesIn(result, /^[a-z-]*secret[a-z-]*$/)
  if (secret) return `The captcha service refuses the secret: ${secret}`
  const [fault] = codesIn(result, /^(?:bad-request|internal-error|invalid-keys)$/)
  if (fault) return `The captcha service failed: ${fault}`
  return ok ? undefined : `The captcha service responds with HTTP ${status}`
}

/** Creates a log that repeats a line once a minute at most. */
const createSparingLog = (log: Ports['log']) => {
  const quietUntil = new Map<string, number>()
  return (kind: string, message: string, cause?: unknown) => {
    const now = performance.now()
    if (now < (quietUntil.get(kind) ?? 0)) return
    quietUntil.set(kind, now + LOG_EVERY_MS)
    if (cause === undefined) log.error(message)
    else log.error(message, cause)
  }
}

/**
 * Creates the `siteverify` call that reCAPTCHA, hCaptcha and Turnstile share; a missing response counts as a refusal.
 *
 * @param host the service to use if the vendor's settings name none
 */
export const createCaptcha = (host: CaptchaService | undefined, log: Ports['log']): NonNullable<Ports['captcha']> => {
  const report = createSparingLog(log)
  return async (token, ipAddress, service = host) => {
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
        const advice = "Redirects aren't followed; change the URL"
        report('redirect', `The URL of the captcha service redirects to ${target}. ${advice}`)
        return false
      }
      const parsed = parseJson(await received.text())
      const result = isRecord(parsed) ? parsed : {}
      const problem = problemOf(result, received)
      if (problem) report(problem, problem)
      else if (!isRecord(parsed)) report('form', 'The response of the captcha service is malformed')
      if (result.success !== true) return false
      return typeof result.score !== 'number' || result.score >= minScore
    } catch (error) {
      report('away', 'The captcha service did not respond', error)
      return false
    }
  }
}
