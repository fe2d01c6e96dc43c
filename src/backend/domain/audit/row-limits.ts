import type { Ports } from '../../ports.ts'
import { isUsedUp, type Limit, takeSlot } from '../base/limits/limits.ts'

interface RowLimit {
  limit: Limit
  subject: string
  /** Whether the log shows that the limit is reached. The limit of all rows is always shown. */
  isShown?: boolean
}

/** `further`: the first one without a row of its own, in whose place the log shows that there are more. */
type Listing = 'row' | 'further' | 'none'

/**
 * Whether a row that a caller can cause is written. It counts against the limit of its own kind only if it is: otherwise a
 * caller could use up all rows, then do what must not be seen, and it would not be listed in the next window either.
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
