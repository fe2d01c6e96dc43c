import type { Ports } from '../../ports.ts'
import { isUsedUp, type Limit, takeSlot } from '../base/limits/limits.ts'

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
