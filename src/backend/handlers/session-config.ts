import type { sessionConfig } from '../../contract/session-config.ts'
import type { SessionConfig } from '../../entities/policies.ts'
import { number } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { applyLimits } from '../domain/access/session-upkeep.ts'
import { policyOf, savePolicy } from '../domain/policies/policies.ts'
import { allowed, type Handlers } from '../http/handler.ts'

const READ_POLICIES = 'fe.secure.read.securityPolicy'
const WRITE_POLICIES = 'fe.secure.write.securityPolicy'

/** Less would sign people out while they read; more is no limit. */
const SECONDS = { min: 60, max: 31_536_000 }
const SESSIONS = { min: 1, max: 1_000 }

const fieldsOf = (value: unknown, field: string): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(`${field} must be an object`)
  return { ...value }
}

const isActiveOf = ({ isActive }: Record<string, unknown>, field: string): boolean => {
  if (typeof isActive !== 'boolean') throw badRequest(`${field}.isActive must be true or false`)
  return isActive
}

const whole = (value: unknown, field: string, range: { min: number; max: number }): number => {
  const found = number(value, field, range)
  if (!Number.isInteger(found)) throw badRequest(`${field} must be a whole number`)
  return found
}

const timeoutOf = (value: unknown, field: string) => {
  const fields = fieldsOf(value, field)
  return { isActive: isActiveOf(fields, field), timeout: whole(fields.timeout, `${field}.timeout`, SECONDS) }
}

/** What is not sent stays as it was. */
const changesOf = (body: SessionConfig): SessionConfig => {
  const { sessionTimeoutConfiguration, sessionIdleTimeoutConfiguration, sessionConcurrentConfiguration } = body
  const many =
    sessionConcurrentConfiguration && fieldsOf(sessionConcurrentConfiguration, 'sessionConcurrentConfiguration')
  return {
    ...(sessionTimeoutConfiguration && {
      sessionTimeoutConfiguration: timeoutOf(sessionTimeoutConfiguration, 'sessionTimeoutConfiguration'),
    }),
    ...(sessionIdleTimeoutConfiguration && {
      sessionIdleTimeoutConfiguration: timeoutOf(sessionIdleTimeoutConfiguration, 'sessionIdleTimeoutConfiguration'),
    }),
    ...(many && {
      sessionConcurrentConfiguration: {
        isActive: isActiveOf(many, 'sessionConcurrentConfiguration'),
        maxSessions: whole(many.maxSessions, 'sessionConcurrentConfiguration.maxSessions', SESSIONS),
      },
    }),
  }
}

export const sessionConfigHandlers = {
  getSessionConfig: allowed(READ_POLICIES, ({ ports, auth }) => policyOf(ports.store, 'sessions', auth.tenantId)),
  saveSessionConfig: allowed(WRITE_POLICIES, async ({ ports, auth, body, audit }) => {
    const config = { ...(await policyOf(ports.store, 'sessions', auth.tenantId)), ...changesOf(body) }
    await savePolicy(ports, 'sessions', auth.tenantId, config)
    await applyLimits(ports, auth.tenantId, config)
    await audit({
      action: 'Session policy changed',
      resource: 'Policies',
      severity: 'Medium',
      description: 'Changed how long sessions last and how many a person may have',
      detail: { policy: JSON.stringify(config) },
    })
    return {}
  }),
} satisfies Handlers<typeof sessionConfig>
