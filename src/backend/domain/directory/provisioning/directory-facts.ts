import { normalizeEmail } from '../../../../rules/email.ts'
import { normalizeName } from '../../../../rules/names.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { DirectoryFacts } from './directory-members.ts'

const MAX_NAME_LENGTH = 200

/** A SCIM resource as JSON. Its values are unchecked, so the facts about a member are read from it with care. */
export type ScimObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is ScimObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const objectOf = (value: unknown): ScimObject => (isObject(value) ? value : {})

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const visibleOf = (value: unknown): string => normalizeName(textOf(value))

const emailsOf = ({ emails }: ScimObject): ScimObject[] => (Array.isArray(emails) ? emails.map(objectOf) : [])

/** Types of values are compared without regard to case (RFC 7643 §2.4 and §8.7.1). */
const isWork = ({ type }: ScimObject): boolean => textOf(type).toLowerCase() === 'work'

/** Returns the primary email, else the work email, else the first one, else the user name. */
const emailOf = (resource: ScimObject): string | undefined => {
  const all = emailsOf(resource)
  const chosen = all.find(({ primary }) => primary === true) ?? all.find(isWork) ?? all[0]
  return normalizeEmail(textOf(chosen?.value) || textOf(resource.userName))
}

const nameOf = (resource: ScimObject, email: string): string => {
  const name = objectOf(resource.name)
  const parts = [visibleOf(name.givenName), visibleOf(name.familyName)].filter((part) => part !== '').join(' ')
  const shown = visibleOf(resource.displayName) || visibleOf(name.formatted) || parts || email.split('@')[0] || email
  // Cutting may leave half of a character.
  return normalizeName(shown.slice(0, MAX_NAME_LENGTH))
}

/**
 * Reads the facts about a member; returns `undefined` without a valid email. A missing `active` means true (RFC 7643
 * §4.1.1 leaves it to the server).
 */
export const factsOf = (resource: ScimObject): DirectoryFacts | undefined => {
  const email = emailOf(resource)
  return email === undefined ? undefined : { email, name: nameOf(resource, email), active: resource.active !== false }
}

export const storedFactsOf = (row: { resource: string }): DirectoryFacts | undefined => factsOf(jsonOf(row.resource))
