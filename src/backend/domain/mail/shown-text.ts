import { normalizeEmail } from '../../../rules/email.ts'

/**
 * Escapes text for HTML and XML, both between tags and in quotes. Both formats support numeric character references.
 */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The maximum length of a name in a greeting or a subject. Longer text could carry a message of its own. */
const MAX_NAME_LENGTH = 60

/** Returns the name of a record, or the email of a user, for messages to recipients outside of the account. */
export const shownSubject = (text: string): string => (normalizeEmail(text) === text ? text : shownName(text))

const isLink = (word: string): boolean => /:\/\/|^www\.|[\\/@]/i.test(word)

/** Joins the text into one line, because a name must not start a header or a line of its own. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/**
 * Returns the start of text, without half a character at its end, which services and fonts refuse or replace.
 *
 * @param length in UTF-16 code units
 */
export const startOfText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/**
 * Returns a name as it is safe to show in an email. Anyone can sign up with any email and name, so a name must not
 * carry a message, or anything that an email client turns into a link, such as `evil.test`, to the email's owner.
 */
export const shownName = (name: string): string => {
  const words = oneLine(name)
    .split(/\s+/)
    .filter((word) => !isLink(word))
    .join(' ')
    .replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
  return [...words].slice(0, MAX_NAME_LENGTH).join('').trim()
}
