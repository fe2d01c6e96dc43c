import { fromBytes, toText } from '../kernel/base64url.ts'

/** A page to return to, and the nonce by which it recognizes its own request. */
export interface SlackReturn {
  nonce: string
  /** Ends where `<nonce>~<code>` is appended. */
  url: string
}

const MAX_STATE = 3_000

/** What travels through Slack as `state`. */
export const slackState = ({ nonce, url }: SlackReturn): string =>
  `${nonce}.${fromBytes(new TextEncoder().encode(url))}`

/** `undefined` when it is malformed. Whether the URL may be returned to is for the caller to judge. */
export const readSlackState = (state: string): SlackReturn | undefined => {
  const [nonce = '', encoded = ''] = state.split('.')
  if (state.length > MAX_STATE || !/^[\w-]{16,64}$/.test(nonce) || !/^[\w-]+$/.test(encoded)) return undefined
  try {
    const url = toText(encoded)
    return URL.canParse(url) ? { nonce, url } : undefined
  } catch {
    return undefined
  }
}

export const slackReturnUrl = ({ nonce, url }: SlackReturn, code: string): string =>
  `${url}${encodeURIComponent(`${nonce}~${code}`)}`

/** What was appended; an empty code says that the user declined. */
export const readSlackResult = (appended: string): { nonce: string; code: string } | undefined => {
  const at = appended.indexOf('~')
  return at < 0 ? undefined : { nonce: appended.slice(0, at), code: appended.slice(at + 1) }
}
