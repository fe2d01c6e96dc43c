import { normalizeName } from '../../rules/names.ts'
import { optionalText, text } from './read.ts'
import { badRequest } from './refusal.ts'

/**
 * Reads a name and returns it in the form in which it is stored.
 * @throws 400 if it is missing, too long, or has no visible character.
 */
export const readName = (value: unknown, field: string, longest: number): string => {
  const name = normalizeName(text(value, field, longest))
  if (name === '') throw badRequest(`${field} must have a character that can be seen`)
  return name
}

/** Reads a description, of which each line is stored like a name; empty if there is none. */
export const readDescription = (value: unknown, field: string, longest?: number): string =>
  (optionalText(value, field, longest) ?? '')
    .split(/\r\n?|\n/)
    .map(normalizeName)
    .join('\n')
    .trim()

/** Reads a name; returns `undefined` if it has no visible character. */
export const readOptionalName = (value: unknown, field: string, longest: number): string | undefined =>
  normalizeName(optionalText(value, field, longest) ?? '') || undefined
