import { normalizeName } from '../../rules/names.ts'
import { optionalText, text } from './read.ts'
import { badRequest } from './refusal.ts'

/** A name in the form in which it is stored. @throws 400 if it is missing, too long, or nothing of it can be seen. */
export const readName = (value: unknown, field: string, longest: number): string => {
  const name = normalizeName(text(value, field, longest))
  if (name === '') throw badRequest(`${field} must have a character that can be seen`)
  return name
}

/** Absent if nothing of it can be seen. */
export const readOptionalName = (value: unknown, field: string, longest: number): string | undefined =>
  normalizeName(optionalText(value, field, longest) ?? '') || undefined
