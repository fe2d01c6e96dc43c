import { badRequest } from './refusal.ts'

/** The maximum number of users in one call. */
const MAX_USERS = 500

export const userIdList = (value: unknown): string[] => {
  const isList = Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string')
  if (!isList) throw badRequest('userIds must name at least one user')
  if (value.length > MAX_USERS) throw badRequest(`userIds must name at most ${MAX_USERS} users`)
  return [...new Set(value)]
}
