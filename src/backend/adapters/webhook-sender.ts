import { type WebhookUrlFault, webhookUrlFault } from '../../rules/webhook-url.ts'
import type { WebhookExchange, WebhookRequest, WebhookSender } from '../ports/webhooks.ts'
import { createGuardedFetch, type GuardSettings, guardedNumbers, InnerIpError } from './guarded-fetch.ts'
import { signedHeaders } from './webhook-signature.ts'

interface SenderSettings extends GuardSettings {
  clock: { now(): number }
  /** Time limit of name resolution, connection and response together. @default 10,000 */
  timeoutMs?: number
  /**
   * Time limit for a response's body after its headers, which are enough to decide whether the event arrived. @default
   * 2,000
   */
  bodyMs?: number
}

/** Bytes that are read of a response: enough to know whether the event arrived, regardless of its length. */
const MAX_READ_BYTES = 65_536

/** Bytes of a response that the log keeps. */
const MAX_KEPT_RESPONSE = 4_096

const reasonOf = (error: unknown, timeoutMs: number): string => {
  if (error instanceof InnerIpError) return 'The URL is not on the public internet'
  if (!(error instanceof Error)) return 'The request failed'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return `The receiver did not respond within ${timeoutMs / 1_000} seconds`
  }
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host name was not found'
  if (code === 'ECONNREFUSED') return 'The connection was refused'
  return error.message.startsWith('The response') ? error.message : 'The connection failed'
}

/** The same texts as in the portal's form. */
const PROBLEMS: Readonly<Record<WebhookUrlFault, string>> = {
  urlIsRequired: 'Enter a URL',
  urlIsInvalid: 'Enter a valid URL, like https://example.com/webhooks',
  urlNeedsScheme: 'Start the URL with https://',
  urlHasUser: 'Remove the user name and password from the URL. To authenticate our requests, verify their signature',
  urlHasFragment: 'Remove the part of the URL from # on. It’s never sent',
}

/** Returns the problem of a URL; the guard has its own message for other schemes. */
const problemOf = (url: string): string | undefined => {
  const fault = webhookUrlFault(url)
  return fault && (fault !== 'urlIsInvalid' || !URL.canParse(url)) ? PROBLEMS[fault] : undefined
}

/**
 * Creates a sender that signs according to Standard Webhooks and sends through the guard for users' URLs, which checks
 * every connection.
 */
export const createWebhookSender = ({
  clock,
  timeoutMs = 10_000,
  bodyMs = 2_000,
  ...guard
}: SenderSettings): WebhookSender => {
  const fetchGuarded = createGuardedFetch({ ...guard, startOnly: { bytes: MAX_READ_BYTES, ms: bodyMs } })

  const exchange = async (request: WebhookRequest, headers: Record<string, string>) => {
    const init = { method: 'POST', headers, body: request.body, signal: AbortSignal.timeout(timeoutMs) }
    const response = await fetchGuarded(request.url, init)
    const text = await response.text()
    return {
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: text.slice(0, MAX_KEPT_RESPONSE),
      error: null,
    }
  }

  return {
    async send(request) {
      const startedAt = performance.now()
      const requestHeaders = await signedHeaders(request, clock.now())
      const outcome: Omit<WebhookExchange, 'requestHeaders' | 'durationMs'> = await exchange(
        request,
        requestHeaders,
      ).catch((error: unknown) => ({
        statusCode: 0,
        responseHeaders: {},
        responseBody: '',
        error: reasonOf(error, timeoutMs),
      }))
      return { ...outcome, requestHeaders, durationMs: Math.round(performance.now() - startedAt) }
    },
    async problem(url) {
      const wrong = problemOf(url)
      if (wrong) return wrong
      try {
        await guardedNumbers(new URL(url), guard)
        return undefined
      } catch (error) {
        // A name that does not resolve now may do so later; every delivery checks it again.
        return error instanceof InnerIpError ? 'Enter an https URL on the public internet' : undefined
      }
    },
  }
}
