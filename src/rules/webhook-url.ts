/** Matches a URL with another scheme than http(s), or a path without a host. */
const NO_HOST = /^(?:[a-z][a-z\d+.-]*:(?!\d)|\/|[^./:]+$)/i

export type WebhookUrlFault = 'urlIsRequired' | 'urlIsInvalid' | 'urlNeedsScheme' | 'urlHasUser' | 'urlHasFragment'

/**
 * Faults of the URL of a webhook as it was typed, each with a fix of its own.
 *
 * @example webhookUrlFault('example.com/hooks') // 'urlNeedsScheme'
 */
export const webhookUrlFault = (url: string): WebhookUrlFault | undefined => {
  const typed = url.trim()
  if (!typed) return 'urlIsRequired'
  if (!/^https?:\/\//i.test(typed))
    return URL.canParse(`https://${typed}`) && !NO_HOST.test(typed) ? 'urlNeedsScheme' : 'urlIsInvalid'
  if (!URL.canParse(typed)) return 'urlIsInvalid'
  const { username, password } = new URL(typed)
  if (username || password) return 'urlHasUser'
  return typed.includes('#') ? 'urlHasFragment' : undefined
}
