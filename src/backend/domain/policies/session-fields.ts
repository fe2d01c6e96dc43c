import type { SessionConfig } from '../../../entities/policies.ts'
import { fieldsOf, flagOf, wholeNumber } from './policy-fields.ts'

/** Less would sign users out while they read; more is no limit. */
const SECONDS = { min: 60, max: 31_536_000 }
const SESSIONS = { min: 1, max: 1_000 }

const timeoutOf = (value: unknown, field: string) => {
  const { isActive, timeout } = fieldsOf(value, field)
  return { isActive: flagOf(isActive, `${field}.isActive`), timeout: wholeNumber(timeout, `${field}.timeout`, SECONDS) }
}

const concurrencyOf = (value: unknown, field: string) => {
  const { isActive, maxSessions } = fieldsOf(value, field)
  return {
    isActive: flagOf(isActive, `${field}.isActive`),
    maxSessions: wholeNumber(maxSessions, `${field}.maxSessions`, SESSIONS),
  }
}

/** What is not sent stays as it was. */
export const sessionChangesOf = (value: unknown): SessionConfig => {
  const body = fieldsOf(value, 'policy')
  const { sessionTimeoutConfiguration: age, sessionIdleTimeoutConfiguration: idle } = body
  const { sessionConcurrentConfiguration: many } = body
  return {
    ...(age != null && { sessionTimeoutConfiguration: timeoutOf(age, 'sessionTimeoutConfiguration') }),
    ...(idle != null && { sessionIdleTimeoutConfiguration: timeoutOf(idle, 'sessionIdleTimeoutConfiguration') }),
    ...(many != null && { sessionConcurrentConfiguration: concurrencyOf(many, 'sessionConcurrentConfiguration') }),
  }
}
