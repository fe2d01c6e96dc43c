/** RFC 5321 §4.5.3.1. */
const MAX_EMAIL_LENGTH = 254
const MAX_LOCAL_PART_LENGTH = 64

/** RFC 5322 §3.2.3 `dot-atom`: no quotes, comments, lists, spaces or control characters. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Letters, digits and marks of any script, and the full stops of East Asian keyboards: nothing that a URL reads as syntax. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u

/** The conversion would hide a hyphen at the edge of a label, where none may be. */
const EDGE_HYPHEN = /(?:^|[.\u3002\uff0e\uff61])-|-(?:[.\u3002\uff0e\uff61]|$)/

/** Spaces, byte order marks, soft hyphens and characters of width zero, which come along with copied text. */
const INVISIBLE_ENDS = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu

/** Whether all is ASCII. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** Removes what was copied along with an email: `mailto:` of a link, its query, and invisible characters at both ends. */
export const strippedEmail = (text: string): string =>
  text
    .replace(INVISIBLE_ENDS, '')
    .replace(/^mailto:([^?]*@[^?]*)(\?.*)?$/is, '$1')
    .replace(INVISIBLE_ENDS, '')

/** The form of a domain that DNS and mail servers use (UTS 46, RFC 5891), or `undefined` when there is none. */
const asciiDomain = (domain: string): string | undefined => {
  if (isAscii(domain)) return domain
  const url = `http://${domain}`
  return WRITTEN_DOMAIN.test(domain) && !EDGE_HYPHEN.test(domain) && URL.canParse(url)
    ? new URL(url).hostname
    : undefined
}

/** A domain in ASCII that can have mailboxes: LDH labels (RFC 5890 §2.3.1), at least two, the last one no number. */
export const isEmailDomain = (domain: string): boolean => {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/**
 * The one form in which an email is stored, compared and mailed, or `undefined` when the text is not exactly one
 * plain email (no lists, no header injection, no display names). Domains of other scripts are kept in ASCII.
 *
 * @example normalizeEmail('mailto:Info@Bücher.example') // 'info@xn--bcher-kva.example'
 */
export const normalizeEmail = (text: string): string | undefined => {
  const [local = '', written = '', ...more] = strippedEmail(text).toLowerCase().split('@')
  const domain = asciiDomain(written) ?? ''
  const isOne =
    more.length === 0 && local.length <= MAX_LOCAL_PART_LENGTH && LOCAL_PART.test(local) && isEmailDomain(domain)
  const email = `${local}@${domain}`
  return isOne && email.length <= MAX_EMAIL_LENGTH ? email : undefined
}

/** Whether only the part before the `@` keeps it from being an email: mail servers take no other script there (RFC 5321). */
export const hasForeignLocalPart = (text: string): boolean => {
  const [local = '', ...rest] = strippedEmail(text).split('@')
  return (
    !isAscii(local) &&
    /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u.test(local) &&
    normalizeEmail(`a@${rest.join('@')}`) !== undefined
  )
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
