const FALLBACK = 'en'
const RIGHT_TO_LEFT = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b/i

/** A well-formed language tag: the option's, else the document's, else English. */
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

/** The languages of a tree of texts, `<language>.<section>.<page>.<key>`. */
export const languagesIn = (texts: unknown): readonly string[] =>
  typeof texts === 'object' && texts !== null ? Object.keys(texts).filter(isLanguage) : []

/** The default language, English, and those that the host has texts for. */
export const languagesWith = (option: unknown, documentLanguage: string | undefined, texts: unknown) => [
  ...new Set([pickLanguage(option, documentLanguage), FALLBACK, ...languagesIn(texts)]),
]

export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr')

/** From the exact tag to English: `he-IL`, `he`, `en`. */
export const fallbackChain = (language: string): readonly string[] => [
  ...new Set([language, language.split('-')[0] ?? FALLBACK, FALLBACK]),
]
