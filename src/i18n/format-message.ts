import type { Message } from '../feature/messages.ts'

export type MessageValues = Readonly<Record<string, string | number>>

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** The names between double braces, in a text or in all forms of a plural. */
export const placeholdersOf = (message: Message): readonly string[] => {
  const texts = typeof message === 'string' ? [message] : Object.values(message)
  return texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''))
}

/** Braces that are no placeholder, such as `{{name}` or `{{}}`. */
export const isBroken = (text: string): boolean => /\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''))

type PluralForm = (count: number) => Intl.LDMLPluralRule

const inForm = (message: Message, values: MessageValues, pluralForm: PluralForm): string => {
  if (typeof message === 'string') return message
  const count = Number(values.count)
  return (Number.isFinite(count) && message[pluralForm(count)]) || message.other
}

/** Fills a message in; the result is text, never markup. A missing value leaves nothing behind. */
export const formatMessage = (message: Message, values: MessageValues, pluralForm: PluralForm): string =>
  inForm(message, values, pluralForm).replace(PLACEHOLDER, (_, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : '',
  )
