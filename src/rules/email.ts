/** RFC 5321 §4.5.3.1. */
const MAX_EMAIL_LENGTH = 254
const MAX_LOCAL_PART_LENGTH = 64

/** RFC 5322 §3.2.3 `dot-atom`: no quotes, comments, lists, spaces or control characters. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A domain in ASCII that can have mailboxes: LDH labels (RFC 5890 §2.3.1), at least two, the last one no number. */
export const isEmailDomain = (domain: string): boolean => {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/**
 * The one form in which an email is stored, compared and mailed, or `undefined` when the text is not exactly one
 * plain email (no lists, no header injection, no display names).
 */
export const normalizeEmail = (text: string): string | undefined => {
  const email = text.trim().toLowerCase()
  if (email.length > MAX_EMAIL_LENGTH) return undefined
  const [local = '', domain = '', ...more] = email.split('@')
  const isOne =
    more.length === 0 && local.length <= MAX_LOCAL_PART_LENGTH && LOCAL_PART.test(local) && isEmailDomain(domain)
  return isOne ? email : undefined
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
