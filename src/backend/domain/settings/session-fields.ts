import type { SessionConfig } from '../../../entities/policies.ts'
import { SESSION_SECONDS, SESSIONS_PER_USER } from '../../../rules/policy-limits.ts'
import { flagOf } from '../../call/read.ts'
import { fieldsOf, wholeNumber } from './policy-fields.ts'

const timeoutOf = (value: unknown, field: string) => {
  const { isActive, timeout } = fieldsOf(value, field)
  return {
    isActive: flagOf(isActive, `${field}.isActive`),
    timeout: wholeNumber(timeout, `${field}.timeout`, SESSION_SECONDS),
  }
}

const concurrencyOf = (value: unknown, field: string) => {
  const { isActive, maxSessions } = fieldsOf(value, field)
  return {
    isActive: flagOf(isActive, `${field}.isActive`),
    maxSessions: wholeNumber(maxSessions, `${field}.maxSessions`, SESSIONS_PER_USER),
  }
}

/** Reads the session settings that were sent; settings that are missing stay unchanged. */
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
