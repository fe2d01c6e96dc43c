import { withoutInvisibleEnds } from './pasted-text.ts'

/** RFC 5321 §4.5.3.1. */
const MAX_EMAIL_LENGTH = 254
const MAX_LOCAL_PART_LENGTH = 64

/** RFC 5322 §3.2.3 `dot-atom`: no quotes, comments, lists, spaces or control characters. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Letters, digits and marks of any script, and the characters that some scripts need between letters (RFC 5892
 * appendix A). None of them is URL syntax.
 */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.\-\u00b7\u0375\u05f3\u05f4\u30fb\p{Join_C}]+$/u

/** A hyphen at the edge of a label is invalid, but the conversion would hide it. */
const EDGE_HYPHEN = /(?:^|\.)-|-(?:\.|$)/

/** ASCII as East Asian keyboards write it in full width, such as `＠`, and their other full stops. */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_STOPS = /[\u3002\uff61]/g

/**
 * The email of a `mailto:` link, before its query, with what is percent-encoded in it (RFC 6068 §2), or of an entry of
 * `proxyAddresses` of Exchange, such as `SMTP:ada@acme.test`.
 */
const MAILTO = /^(?:mailto|smtp):(?:\/\/)?([^?]*(?:@|%40)[^?]*).*/is

/** A link of Markdown, such as `[Ada](mailto:ada@acme.test)`, which chat apps copy. */
const LINK = /\[([^[\]\n]{1,254})\]\((?=mailto:)([^\s<>()]{1,300})\)/gi

/** An email in other brackets after a name, such as `Ada (ada@acme.test)` or `Ada [mailto:ada@acme.test]`. */
const BRACKETED =
  /[([（［【]((?:mailto:)?[^\s<>()[\]（）［］【】@]{1,64}@[^\s<>()[\]（）［］【】@]{1,254})[)\]）］】]/gi

/**
 * One copied recipient, such as `Ada Byron <ada@acme.test>,`, whose name may be the email itself (Outlook copies it as
 * `ada@acme.test<mailto:ada@acme.test>`), or only what ends a list or a sentence.
 */
const RECIPIENT =
  /^(?:[^<>@]*|["']?([^<>]+?)["']?\s*(?=<(?:mailto:)?\1>))<([^<>@]*@[^<>]*)>[\s,;.\u3001]*$|[\s,;.\u3001]*$/i

/**
 * Up to three quotation marks and brackets on both sides of an email that is copied from a sentence or a list. The email
 * neither begins nor ends with one, because a pattern that may divide many marks in many ways would try them all.
 */
const WRAPPED = /^["'“”„«‹([]{1,3}((?!["'“”„«‹([])[^\s<>@]+@[^\s<>@]*[^\s<>@"'“”»›)\]])["'“”»›)\]]{1,3}$/

/** Longer text isn't an email; the patterns for its end would take seconds. */
const MAX_GIVEN_LENGTH = 1_000

const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns whether all characters are ASCII. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/**
 * Writes full-width characters in ASCII, and removes what is copied along with an email: `mailto:` of a link, its query,
 * and invisible characters at both ends.
 */
const strippedEmail = (text: string): string =>
  text.length > MAX_GIVEN_LENGTH
    ? text
    : withoutInvisibleEnds(
        withoutInvisibleEnds(
          text.replace(FULL_WIDTH, (character) => character.normalize('NFKC')).replace(FULL_STOPS, '.'),
          false,
        ).replace(MAILTO, (_, address: string) => percentDecoded(address)),
        false,
      )

/** Soft hyphens, zero-width spaces and direction marks, which pages put inside long emails; scripts need other joiners. */
const HIDDEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Writes emails in other brackets as `<ada@acme.test>`, which mail software reads. */
export const withAngleBrackets = (text: string): string => text.replace(LINK, '$1 <$2>').replace(BRACKETED, '<$1>')

/** Returns the email of one copied recipient, for what a user pastes or imports; other text only stripped. */
export const copiedEmail = (text: string): string =>
  text.length > MAX_GIVEN_LENGTH
    ? text
    : strippedEmail(
        withAngleBrackets(strippedEmail(text.replace(HIDDEN, '')))
          .replace(RECIPIENT, '$2')
          .replace(WRAPPED, '$1'),
      )

/** Returns the form of a domain that DNS and mail servers use (UTS 46, RFC 5891); `undefined` when there is none. */
const asciiDomain = (domain: string): string | undefined => {
  if (isAscii(domain)) return domain
  const url = `http://${domain}`
  return WRITTEN_DOMAIN.test(domain) && !EDGE_HYPHEN.test(domain) && URL.canParse(url)
    ? new URL(url).hostname
    : undefined
}

/**
 * Returns whether an ASCII domain can have mailboxes: at least two LDH labels (RFC 5890 §2.3.1), the last of which is
 * not a number.
 */
export const isEmailDomain = (domain: string): boolean => {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/**
 * Returns the canonical form in which an email is stored, compared and mailed; `undefined` when the text is not exactly
 * one plain email (no lists, no header injection, no display names). Domains of other scripts are kept in ASCII.
 *
 * @example normalizeEmail('mailto:Info@Bücher.example') // 'info@xn--bcher-kva.example'
 */
export const normalizeEmail = (text: string): string | undefined => {
  // The part before the @ is checked as it was typed: the Kelvin sign becomes an ASCII k in lower case.
  const [local = '', written = '', ...more] = strippedEmail(text).split('@')
  const domain = asciiDomain(written.toLowerCase()) ?? ''
  const isOne =
    more.length === 0 && local.length <= MAX_LOCAL_PART_LENGTH && LOCAL_PART.test(local) && isEmailDomain(domain)
  const email = `${local}@${domain}`.toLowerCase()
  return isOne && email.length <= MAX_EMAIL_LENGTH ? email : undefined
}

/**
 * Returns whether only the part before the `@` makes the email invalid: mail servers accept no other script there
 * (RFC 5321).
 */
export const hasForeignLocalPart = (text: string): boolean => {
  const [local = '', ...rest] = strippedEmail(text).split('@')
  return (
    !isAscii(local) &&
    /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u.test(local) &&
    normalizeEmail(`a@${rest.join('@')}`) !== undefined
  )
}

/** Returns whether the text may be an email rather than a plain user name: it has an `@`, in full width or not. */
export const hasAtSign = (text: string): boolean => /[@\uff20]/.test(text)

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
