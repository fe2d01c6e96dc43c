import { withoutInvisibleEnds } from './pasted-text.ts'

/** Matches a URL whose scheme isn't http(s), or a path without a host. */
const NO_HOST = /^(?:[a-z][a-z\d+.-]*:(?!\d)|\/|[^./:]+$)/i

/** Matches a host that DNS can resolve, unlike one with a placeholder, a wildcard or an empty label. */
const HOST = /^(?:\[.*\]|[a-z\d_](?:[\w-]|\.(?!\.|-))*)$/
const TWO_SCHEMES = /^https?:\/+https?:?\//i

export type WebhookUrlFault = 'urlIsRequired' | 'urlIsInvalid' | 'urlNeedsScheme' | 'urlHasUser' | 'urlHasFragment'

/**
 * Faults of the URL of a webhook as it was typed, each with a fix of its own.
 *
 * @example webhookUrlFault('example.com/hooks') // 'urlNeedsScheme'
 */
export const webhookUrlFault = (url: string): WebhookUrlFault | undefined => {
  const typed = withoutInvisibleEnds(url)
  if (!typed) return 'urlIsRequired'
  if (!/^https?:\/\//i.test(typed))
    return URL.canParse(`https://${typed}`) && !NO_HOST.test(typed) ? 'urlNeedsScheme' : 'urlIsInvalid'
  if (!URL.canParse(typed)) return 'urlIsInvalid'
  const { username, password, hostname } = new URL(typed)
  if (username || password) return 'urlHasUser'
  if (!HOST.test(hostname) || TWO_SCHEMES.test(typed)) return 'urlIsInvalid'
  return typed.includes('#') ? 'urlHasFragment' : undefined
}
