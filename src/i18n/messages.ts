/**
 * A text, or a plural as an object by CLDR category; `{{name}}` marks a value. A catalog is a flat table of messages.
 */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)
export type Catalog = Readonly<Record<string, Message>>

export interface MessageSet<Texts extends Catalog> {
  /** Path in a host's `localizations.<language>` that overrides these texts, such as `loginBox.login`. */
  path: string
  texts: Texts
}

export const defineMessages = <const Texts extends Catalog>(path: string, texts: Texts): MessageSet<Texts> => ({
  path,
  texts,
})

/** Returns the text of a key; plurals follow `params.count`. */
export type Translate<Texts extends Catalog> = (
  key: keyof Texts & string,
  params?: Readonly<Record<string, string | number>>,
) => string
