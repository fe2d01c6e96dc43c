import { fromBytes, toText } from '../kernel/base64url.ts'

/** A page to return to, and the nonce by which it recognizes its own request. */
export interface SlackReturn {
  nonce: string
  /** URL to which `<nonce>~<code>` is appended. */
  url: string
}

const MAX_STATE = 3_000

/** Returns the `state` that is passed through Slack. */
export const slackState = ({ nonce, url }: SlackReturn): string =>
  `${nonce}.${fromBytes(new TextEncoder().encode(url))}`

/** Parses a state; `undefined` when it is malformed. The caller must check whether the URL is allowed. */
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

/** Parses what was appended; an empty code means that the user declined. */
export const readSlackResult = (appended: string): { nonce: string; code: string } | undefined => {
  const at = appended.indexOf('~')
  return at < 0 ? undefined : { nonce: appended.slice(0, at), code: appended.slice(at + 1) }
}
