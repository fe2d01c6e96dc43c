import { domainToUnicode } from 'node:url'

/** Matches a domain with a label of another script, in an email or by itself, but not the host of a URL. */
const DOMAIN = /(?<![\w./:%-])(?:[a-z\d-]+\.)*xn--[a-z\d-]+(?:\.[a-z\d-]+)*/gi

/** Letters of one alphabet, or of alphabets that are written together; digits and hyphens are allowed in each. */
const WRITTEN_TOGETHER = [
  ['Latin'],
  ['Cyrillic'],
  ['Greek'],
  ['Armenian'],
  ['Georgian'],
  ['Hebrew'],
  ['Arabic'],
  ['Devanagari'],
  ['Bengali'],
  ['Gurmukhi'],
  ['Gujarati'],
  ['Tamil'],
  ['Telugu'],
  ['Kannada'],
  ['Malayalam'],
  ['Sinhala'],
  ['Thai'],
  ['Khmer'],
  ['Han', 'Hiragana', 'Katakana', 'Latin'],
  ['Han', 'Hangul', 'Latin'],
].map(
  (scripts) =>
    new RegExp(`^[${['Common', 'Inherited', ...scripts].map((name) => `\\p{Script=${name}}`).join('')}]+$`, 'u'),
)

/** Cyrillic and Greek letters that look like Latin ones: a label of only these could pass for another one. */
const LOOKALIKES = /^[асԁеһіјӏорԛѕԝхуъЬҽпгѵѡαικνρυωηοτ\d-]+$/

const isLegible = (label: string): boolean =>
  !LOOKALIKES.test(label) && WRITTEN_TOGETHER.some((scripts) => scripts.test(label))

/** Maximum length of a domain (RFC 1035 §2.3.4). */
const MAX_DOMAIN_LENGTH = 253

const shownDomain = (ascii: string): string => {
  if (ascii.length > MAX_DOMAIN_LENGTH) return ascii
  const domain = domainToUnicode(ascii)
  return domain !== '' && domain.split('.').every((label) => /^[\d-]+$/.test(label) || isLegible(label))
    ? domain
    : ascii
}

/**
 * Returns a text for display, with domains in their own script. Those that mix alphabets, or could pass for a domain in
 * Latin letters, stay in ASCII, and so do URLs.
 *
 * @example withShownDomains('Invited info@xn--bcher-kva.example') // 'Invited info@bücher.example'
 */
export const withShownDomains = (text: string): string => text.replace(DOMAIN, shownDomain)
