import type { Message } from './messages.ts'

type MessageValues = Readonly<Record<string, string | number>>

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** Returns the names between double braces, in a text or in all forms of a plural. */
export const placeholdersOf = (message: Message): readonly string[] => {
  const texts = typeof message === 'string' ? [message] : Object.values(message)
  return texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''))
}

/** Returns whether a text has braces that are not a placeholder, such as `{{name}` or `{{}}`. */
export const isBroken = (text: string): boolean => /\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''))

/** Plural rules and number format of a language. */
export interface Counting {
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
export const formatMessage = (message: Message, values: MessageValues, counting: Counting): string =>
  inForm(message, values, counting).replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
    return name === 'count' && typeof value === 'number' ? counting.textOf(value) : String(value)
  })
