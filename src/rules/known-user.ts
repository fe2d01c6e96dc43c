import { isRecord } from '../kernel/safe-json.ts'

const LISTS = ['roles', 'permissions', 'groups', 'tenants', 'tenantIds']
const TEXTS = ['name', 'email', 'phoneNumber', 'profilePictureUrl', 'profileImage', 'provider', 'managedBy']
/** Fields that no user has as null. */
const NEVER_NULL = ['name', 'email']

const isKnown = (field: string, value: unknown): boolean => {
  if (LISTS.includes(field)) return Array.isArray(value)
  if (!TEXTS.includes(field)) return true
  return typeof value === 'string' || (value === null && !NEVER_NULL.includes(field))
}

const isPart = (field: string, part: unknown): boolean =>
  field === 'tenantIds' ? typeof part === 'string' : isRecord(part)

/**
 * Returns a user of a response without the fields whose type isn't the one that the page expects, because other
 * backends leave fields out or send them in their own forms.
 */
export const knownUser = <User extends object>(user: User): Partial<User> =>
  // The fields that remain have the types of the user.
  Object.fromEntries(
    Object.entries(user)
      .filter(([field, value]) => isKnown(field, value))
      .map(([field, value]) => [
        field,
        LISTS.includes(field) ? value.filter((part: unknown) => isPart(field, part)) : value,
      ]),
  ) as Partial<User>

/** Returns a user as {@link knownUser} does, with an empty name and email where the response has none. */
export const completeUser = <User extends { name: string; email: string }>(user: User): User =>
  // Every other field of these types is optional where it is shown.
  ({ name: '', email: '', ...knownUser(user) }) as User
