/** Matches a domain with a label of another script, in an email or alone, but not the host of a URL. */
const DOMAIN = /(?<![\w./:%-])(?:[a-z\d-]+\.)*xn--[a-z\d-]+(?:\.[a-z\d-]+)*/gi

/** Letters of one alphabet, or of those that are written together; digits and hyphens go with each. */
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

/** Cyrillic and Greek letters that look like Latin ones: a label of nothing else would pass for another one. */
const LOOKALIKES = /^[асԁеһіјӏорԛѕԝхуъЬҽпгѵѡαικνρυωηοτ\d-]+$/

const isLegible = (label: string): boolean =>
  !LOOKALIKES.test(label) && WRITTEN_TOGETHER.some((scripts) => scripts.test(label))

/** RFC 1035 §2.3.4. */
const MAX_DOMAIN_LENGTH = 253

/** RFC 3492 §5. */
const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE_POINT = 0x80

/** RFC 3492 §6.1. */
const adapted = (delta: number, length: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}

/** RFC 3492 §6.2, which browsers don't offer. What isn't Punycode gives any text or `undefined`; the caller converts it back. */
const decodePunycode = (text: string): string | undefined => {
  const end = Math.max(text.lastIndexOf('-'), 0)
  const output = [...text.slice(0, end)].map((letter) => letter.codePointAt(0) ?? 0)
  let [codePoint, at, bias] = [FIRST_CODE_POINT, 0, FIRST_BIAS]
  for (let next = end > 0 ? end + 1 : 0; next < text.length; ) {
    const before = at
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = (Number.parseInt(text.charAt(next++), BASE) + 26) % BASE
      if (Number.isNaN(digit)) return undefined
      at += digit * weight
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX)
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const length = output.length + 1
    bias = adapted(at - before, length, before === 0)
    codePoint += Math.floor(at / length)
    if (codePoint > 0x10ffff) return undefined
    at %= length
    output.splice(at++, 0, codePoint)
  }
  return String.fromCodePoint(...output)
}

const hostOf = (domain: string): string | undefined => {
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

const shownDomain = (ascii: string): string => {
  if (ascii.length > MAX_DOMAIN_LENGTH) return ascii
  const labels = ascii.toLowerCase().split('.')
  const shown = labels.map((label) => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
  const isShown = shown.every((label) => /^[\d-]+$/.test(label) || isLegible(label))
  const domain = shown.join('.')
  // The conversion back also refuses everything that IDNA refuses (UTS 46).
  return isShown && hostOf(domain) === labels.join('.') ? domain : ascii
}

/**
 * Returns the text with its domains in the letters of their scripts. Domains that mix alphabets, or could pass for a
 * domain in Latin letters, stay in ASCII, and so do URLs.
 *
 * @example withShownDomains('Invited info@xn--bcher-kva.example') // 'Invited info@bücher.example'
 */
export const withShownDomains = (text: string): string => text.replace(DOMAIN, shownDomain)
