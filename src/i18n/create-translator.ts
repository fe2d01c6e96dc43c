import type { Logger } from '../kernel/logger.ts'
import { directionOf, fallbackChain, pickLanguage } from './language.ts'
import type { Catalog, Message, MessageSet, Translate } from './messages.ts'

type MessageValues = Readonly<Record<string, string | number>>

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** Returns the names between double braces, in a text or in all forms of a plural. */
const placeholdersOf = (message: Message): readonly string[] => {
  const texts = typeof message === 'string' ? [message] : Object.values(message)
  return texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''))
}

/** Returns whether a text has braces that are not a placeholder, such as `{{name}` or `{{}}`. */
const isBroken = (text: string): boolean => /\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''))

/** Plural rules and number format of a language. */
interface Counting {
  formOf(count: number): Intl.LDMLPluralRule
  /** Formats the count with the language's digits and separators. */
  textOf(count: number): string
}

const inForm = (message: Message, values: MessageValues, { formOf }: Counting): string => {
  if (typeof message === 'string') return message
  const count = Number(values.count)
  return (Number.isFinite(count) && message[formOf(count)]) || message.other
}

/** Fills in a message; the result is text, never markup. A missing value becomes empty. */
const formatMessage = (message: Message, values: MessageValues, counting: Counting): string =>
  inForm(message, values, counting).replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
    return name === 'count' && typeof value === 'number' ? counting.textOf(value) : String(value)
  })

interface TranslatorOptions {
  language?: unknown
  /** `localizations` of the options, then of the metadata: `<language>.<section>.<page>.<key>`. */
  overrides?: unknown
  log?: Pick<Logger, 'warn'>
}

export interface Translator {
  language: string
  dir: 'ltr' | 'rtl'
  /** Returns the same function for the same set, so that it can be a React dependency. */
  translatorFor<Texts extends Catalog>(set: MessageSet<Texts>): Translate<Texts>
}

type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (isTree(node) && Object.hasOwn(node, key) ? node[key] : undefined), tree)

const isUsableText = (text: unknown, known: ReadonlySet<string>): text is string =>
  typeof text === 'string' && !isBroken(text) && placeholdersOf(text).every((name) => known.has(name))

const isUsable = (value: unknown, standard: Message): value is Message => {
  const known = new Set([...placeholdersOf(standard), 'count'])
  if (!isTree(value)) return isUsableText(value, known)
  return typeof value.other === 'string' && Object.values(value).every((text) => isUsableText(text, known))
}

interface Merged {
  texts: Readonly<Record<string, Message>>
  refused: readonly string[]
}

/** Merges texts key by key over English, from the nearest language that has the section. */
const merge = (set: MessageSet<Catalog>, sections: readonly unknown[]): Merged => {
  const refused: string[] = []
  const pick = ([key, standard]: [string, Message]): [string, Message] => {
    for (const section of sections) {
      const own = at(section, [key])
      if (own === undefined) continue
      if (isUsable(own, standard)) return [key, own]
      refused.push(key)
    }
    return [key, standard]
  }
  return { texts: Object.fromEntries(Object.entries(set.texts).map(pick)), refused }
}

/**
 * Creates a translator: English text with the host's own over it, resolved one set at a time, when a feature first
 * needs it.
 */
export const createTranslator = (options: TranslatorOptions): Translator => {
  const page = typeof document === 'undefined' ? '' : document.documentElement.lang
  const language = pickLanguage(options.language, page)
  let plurals: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  // Created for the first text with a plural, because the first screen has none.
  const counting: Counting = {
    formOf(count) {
      plurals ??= new Intl.PluralRules(language)
      return plurals.select(count)
    },
    textOf(count) {
      numbers ??= new Intl.NumberFormat(language)
      return numbers.format(count)
    },
  }
  const made = new WeakMap<object, unknown>()
  const make = <Texts extends Catalog>(set: MessageSet<Texts>): Translate<Texts> => {
    const path = set.path.split('.')
    const sections = fallbackChain(language).map((tag) => at(options.overrides, [tag, ...path]))
    const { texts, refused } = merge(set, sections)
    if (refused.length > 0) {
      options.log?.warn(`localizations: default texts stand in for unusable ones at ${set.path}: ${refused.join(', ')}`)
    }
    return (key, values = {}) => formatMessage(texts[key] ?? key, values, counting)
  }
  return {
    language,
    dir: directionOf(language),
    translatorFor<Texts extends Catalog>(set: MessageSet<Texts>) {
      const known = made.get(set) as Translate<Texts> | undefined // keyed by the set it was made from
      const translate = known ?? make(set)
      made.set(set, translate)
      return translate
    },
  }
}
