import type { Translator } from './create-translator.ts'
import { isolate } from './language.ts'
import type { Catalog, MessageSet, Translate } from './messages.ts'

/** A number with a sign, which text from right to left would move to the other side; isolated values don't match. */
const SIGNED = /(^|[^\u2068])([+−]\p{Nd}[\p{Nd}.,]*)/gu

const isolateText = (value: string | number): string | number =>
  typeof value === 'string' && value !== '' ? isolate(value) : value

const isolated =
  <Texts extends Catalog>(translate: Translate<Texts>): Translate<Texts> =>
  (key, values = {}) =>
    translate(
      key,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolateText(value)])),
    ).replace(SIGNED, (_, before: string, number: string) => before + isolate(number))

/**
 * Isolates the values in texts from right to left, because phone numbers, emails and names of another direction would
 * be reordered with the text around them. Other languages keep their translator.
 *
 * @see https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export const isolating = (translator: Translator): Translator => {
  if (translator.dir === 'ltr') return translator
  const made = new WeakMap<object, unknown>()
  return {
    ...translator,
    translatorFor<Texts extends Catalog>(set: MessageSet<Texts>) {
      const known = made.get(set) as Translate<Texts> | undefined // keyed by the set it was made from
      const translate = known ?? isolated(translator.translatorFor(set))
      made.set(set, translate)
      return translate
    },
  }
}

/** Returns text without isolates, for files and for comparisons with text that a user copied from the page. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')
