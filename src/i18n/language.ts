const FALLBACK = 'en'
const RIGHT_TO_LEFT = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b/i

/** Returns a well-formed language tag: the option's, else the document's, else English. */
export const pickLanguage = (option: unknown, documentLanguage = ''): string => {
  const wanted = [option, documentLanguage].find((tag) => typeof tag === 'string' && isLanguage(tag))
  return typeof wanted === 'string' ? wanted : FALLBACK
}

const isLanguage = (tag: string): boolean => {
  try {
    return tag !== '' && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Returns the languages of a tree of texts, `<language>.<section>.<page>.<key>`. */
export const languagesIn = (texts: unknown): readonly string[] =>
  typeof texts === 'object' && texts !== null ? Object.keys(texts).filter(isLanguage) : []

/** Returns the default language, English, and those for which the host has texts. */
export const languagesWith = (option: unknown, documentLanguage: string | undefined, texts: unknown) => [
  ...new Set([pickLanguage(option, documentLanguage), FALLBACK, ...languagesIn(texts)]),
]

export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr')

/** Returns the tags from the exact one to English: `he-IL`, `he`, `en`. */
export const fallbackChain = (language: string): readonly string[] => [
  ...new Set([language, language.split('-')[0] ?? FALLBACK, FALLBACK]),
]

/** Returns the text with a direction of its own. The first screen needs it without the rest of isolate.ts. */
export const isolate = (text: string): string => `\u2068${text}\u2069`
