import type { SessionUser } from '../feature/ports.ts'
import { isRecord } from '../kernel/safe-json.ts'

/** The actual user during an impersonation. */
export interface Impersonator {
  id: string
  /** `undefined` when the token contains only the ID. */
  email: string | undefined
  name: string | undefined
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Returns the impersonator from the token's `act` claim (RFC 8693 §4.1). */
export const impersonatorOf = (user: SessionUser | undefined): Impersonator | undefined => {
  const act: unknown = user && 'act' in user ? user.act : undefined
  const id = isRecord(act) ? text(act.sub) : undefined
  return isRecord(act) && id !== undefined ? { id, email: text(act.email), name: text(act.name) } : undefined
}
