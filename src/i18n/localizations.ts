import type { Message } from './messages.ts'
import type { TEXT_KEYS } from './text-keys.ts'

type Keys = typeof TEXT_KEYS
type Path = keyof Keys

/** The words of a text that are separated by blanks. */
type Words<Text extends string, Found extends string = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text

/** The next names below a prefix that ends with a dot. */
type Below<Prefix extends string> = Path extends infer Each
  ? Each extends `${Prefix}${infer Rest}`
    ? Rest extends `${infer Name}.${string}`
      ? Name
      : Rest
    : never
  : never

type Texts<Section extends string> = Section extends Path ? { [Key in Words<Keys[Section]>]?: Message } : unknown

type Sections<Prefix extends string> = {
  [Name in Below<Prefix>]?: Texts<`${Prefix}${Name}`> & Sections<`${Prefix}${Name}.`>
}

/**
 * Texts by language, section and key, such as `{ de: { loginBox: { login: { continue: 'Weiter' } } } }`. A text that
 * counts has a form for each category of the language: `{ one: '{{count}} user', other: '{{count}} users' }`.
 */
export interface Localizations {
  [language: string]: Sections<''>
}
