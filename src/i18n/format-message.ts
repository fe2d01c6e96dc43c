import type { Message } from './messages.ts'

type MessageValues = Readonly<Record<string, string | number>>

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** The names between double braces, in a text or in all forms of a plural. */
export const placeholdersOf = (message: Message): readonly string[] => {
  const texts = typeof message === 'string' ? [message] : Object.values(message)
  return texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''))
}

/** Braces that are no placeholder, such as `{{name}` or `{{}}`. */
export const isBroken = (text: string): boolean => /\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''))

/** How a language counts. */
export interface Counting {
  formOf(count: number): Intl.LDMLPluralRule
  /** With the digits and separators of the language. */
  textOf(count: number): string
}

const inForm = (message: Message, values: MessageValues, { formOf }: Counting): string => {
  if (typeof message === 'string') return message
  const count = Number(values.count)
  return (Number.isFinite(count) && message[formOf(count)]) || message.other
}

/** Fills a message in; the result is text, never markup. A missing value leaves nothing behind. */
export const formatMessage = (message: Message, values: MessageValues, counting: Counting): string =>
  inForm(message, values, counting).replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
    return name === 'count' && typeof value === 'number' ? counting.textOf(value) : String(value)
  })
