import type { Guaranteed } from '../../../entities/guarantee.ts'
import type { Ports } from '../../ports.ts'
import type { TicketRecord } from '../../store/records.ts'
import { NO_USER } from '../base/tickets.ts'
import type { WatchedMember } from '../directory/provisioning/directory-call.ts'

/** Records that members vouched for before a directory changed the members. */
export interface Noted {
  tenantId: string
  /** Those of the members who vouch for something. */
  members: readonly WatchedMember[]
  vouched: readonly Guaranteed[]
  /** Names of those that had stopped before. */
  before: readonly string[]
  /** Those members whose access had ended before, and whose items the next round would have reported. */
  unreported: readonly WatchedMember[]
}

/**
 * The process that claims a note works on it for less time; if it is killed, another one continues afterwards. A note is
 * dropped if nothing has stopped, so no other process may look at it while its request still waits for a lock.
 */
const CLAIM_MS = 10 * 60_000

/** A server that is down for a weekend still reports the news. */
const KEEP_MS = 7 * 86_400_000

const OPEN = { userId: NO_USER, purpose: 'stopped-news' } as const

/**
 * Stores a note before the change that it is about, so that the news survives a process that is killed in between. The
 * caller has claimed it.
 *
 * @param place the account of the directory, and the note's position in the request
 */
export const holdNote = (
  { store, clock, random }: Ports,
  { rootId, position }: { rootId: string; position: number },
  noted: Noted,
): Promise<TicketRecord> => {
  const id = random.uuid()
  const now = clock.now()
  return store.tickets.insert({
    ...OPEN,
    id,
    tenantId: rootId,
    // No secret has this hash, so no link finds the row.
    tokenHash: id,
    tries: position,
    usedAt: now,
    createdAt: now,
    expiresAt: now + KEEP_MS,
    detail: JSON.stringify(noted),
  })
}

/** Returns what `holdNote` stored; only it writes these rows. */
export const notedIn = ({ detail }: TicketRecord): Noted => JSON.parse(detail) as Noted

/** Lists the notes that no one has claimed, oldest first, of the directories of one account or of all. */
export const heldNotes = async ({ store, clock }: Ports, rootId?: string): Promise<readonly TicketRecord[]> => {
  const notes = await store.tickets.list({ ...OPEN, ...(rootId !== undefined && { tenantId: rootId }) })
  // After the clock was set back, a claim in the future must not last for as long as it was set back.
  return notes
    .filter(({ usedAt }) => usedAt === null || Math.abs(clock.now() - usedAt) >= CLAIM_MS)
    .sort((one, other) => one.createdAt - other.createdAt || one.tries - other.tries)
}

/** Claims notes, and returns those that no one else has claimed meanwhile. */
export const claimNotes = async (
  { store, clock }: Ports,
  notes: readonly TicketRecord[],
): Promise<readonly TicketRecord[]> => {
  const claimed: TicketRecord[] = []
  for (const note of notes) {
    const { id, usedAt } = note
    if (await store.tickets.update({ id, usedAt }, { usedAt: clock.now() })) claimed.push(note)
  }
  return claimed
}

const idsOfNotes = (notes: readonly TicketRecord[]) => ({ id: { in: notes.map(({ id }) => id) } })

/** Lets the next round continue with the notes. */
export const releaseNotes = async ({ store }: Ports, notes: readonly TicketRecord[]): Promise<void> => {
  if (notes.length > 0) await store.tickets.update(idsOfNotes(notes), { usedAt: null })
}

export const dropNotes = async ({ store }: Ports, notes: readonly TicketRecord[]): Promise<void> => {
  if (notes.length > 0) await store.tickets.delete(idsOfNotes(notes))
}
