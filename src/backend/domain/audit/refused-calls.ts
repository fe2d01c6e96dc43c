import type { Auth } from '../../call/auth.ts'
import type { Caller } from '../../call/caller.ts'
import { Refusal } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { isWithin, type Limit } from '../limits/limits.ts'
import { audit } from './audit.ts'

const HOUR_MS = 3_600_000

/** Per user and account: a caller must not be able to fill the log. */
const ROWS_PER_USER: Limit = { name: 'refused-rows', tries: 30, windowMs: HOUR_MS }
/** Repeated tries of the same call say nothing new. */
const ROWS_PER_CALL: Limit = { name: 'refused-call', tries: 1, windowMs: HOUR_MS }

/** Writes a row when a signed-in caller lacks a permission, and refuses as before. */
export const auditRefused = async (
  { ports, auth, caller }: { ports: Ports; auth: Auth; caller: Caller },
  operation: string,
  error: unknown,
): Promise<never> => {
  if (error instanceof Refusal && error.status === 403) {
    const { tenantId, user } = auth
    const subject = `${tenantId}:${user.id}`
    const isLogged =
      (await isWithin(ports, ROWS_PER_CALL, `${subject}:${operation}`)) &&
      (await isWithin(ports, ROWS_PER_USER, subject))
    const description = `Refused: ${error.message}`
    const row = {
      tenantId,
      user,
      action: 'Permission refused',
      resource: 'Authentication',
      severity: 'Medium',
    } as const
    if (isLogged) await audit(ports, caller, { ...row, description, detail: { operation } })
  }
  throw error
}
