import type { Auth } from '../../call/auth.ts'
import type { Caller } from '../../call/caller.ts'
import { Refusal } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { isUsedUp, type Limit, takeSlot } from '../base/limits/limits.ts'
import { audit } from './audit.ts'

interface RowLimit {
  limit: Limit
  subject: string
  /** Whether the log shows that the limit is reached. It is always shown for the limit of all rows. */
  isShown?: boolean
}

/** `further` is the first row that is not written; the log notes in its place that there are more. */
type Listing = 'row' | 'further' | 'none'

/**
 * Returns whether to write a row that a caller can cause. A row counts against the limit of its own kind only if it is
 * written: otherwise a caller could use up the limit of all rows, act unseen, and stay unlisted in the next window too.
 */
export const listingOf = async (ports: Ports, own: RowLimit, all: Omit<RowLimit, 'isShown'>): Promise<Listing> => {
  if (await isUsedUp(ports, own.limit, own.subject)) {
    if (!own.isShown) return 'none'
    return (await takeSlot(ports, own.limit, own.subject)) === 'first-beyond' ? 'further' : 'none'
  }
  const slot = await takeSlot(ports, all.limit, all.subject)
  if (slot !== 'within') return slot === 'first-beyond' ? 'further' : 'none'
  return (await takeSlot(ports, own.limit, own.subject)) === 'within' ? 'row' : 'none'
}

const HOUR_MS = 3_600_000

/** Limits entries per user and account, so that a caller can't fill the log. */
export const ROWS_PER_USER: Limit = { name: 'refused-rows', tries: 30, windowMs: HOUR_MS }
/** Repeated tries of the same call add no information. */
const ROWS_PER_CALL: Limit = { name: 'refused-call', tries: 1, windowMs: HOUR_MS }

/** Limits path parameters in the log, because callers can send ids of any length. */
const MAX_PARAMETER_LENGTH = 200

interface RefusedCall {
  operation: string
  /** Parameters of the path, such as the id of the record. */
  params: Readonly<Record<string, string>>
}

const detailOf = ({ operation, params }: RefusedCall) => {
  const cut = Object.entries(params).map(([name, value]) => [name, value.slice(0, MAX_PARAMETER_LENGTH)])
  return { operation, ...(cut.length > 0 && { path: Object.fromEntries(cut) }) }
}

/** Writes an entry if a signed-in caller lacks a permission, and rethrows the error. */
export const auditRefused = async (
  { ports, auth, caller }: { ports: Ports; auth: Auth; caller: Caller },
  call: RefusedCall,
  error: unknown,
): Promise<never> => {
  if (error instanceof Refusal && error.status === 403) {
    const { tenantId, user } = auth
    const subject = `${tenantId}:${user.id}`
    const own = { limit: ROWS_PER_CALL, subject: `${subject}:${call.operation}` }
    const listing = await listingOf(ports, own, { limit: ROWS_PER_USER, subject })
    const row = {
      tenantId,
      user,
      action: 'Permission refused',
      resource: 'Authentication',
      severity: 'Medium',
    } as const
    if (listing === 'row') {
      await audit(ports, caller, { ...row, description: `Refused: ${error.message}`, detail: detailOf(call) })
    }
    if (listing === 'further') {
      await audit(ports, caller, { ...row, description: "Further refused calls aren't listed this hour" })
    }
  }
  throw error
}
