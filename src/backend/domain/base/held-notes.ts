import type { Ports } from '../../ports.ts'
import type { TicketRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { NO_USER } from './tickets.ts'

/**
 * The process that claims a note works on it for less time; if it is killed, another one continues afterwards. A note is
 * dropped if there is nothing to report, so no other process may look at it while its request still waits for a lock.
 */
const CLAIM_MS = 10 * 60_000

/** A server that is down for a weekend still reports the news. */
const KEEP_MS = 7 * 86_400_000

type NotePurpose = Extract<TicketRecord['purpose'], 'stopped-news' | 'left-alone-news'>

interface Note {
  purpose: NotePurpose
  tenantId: string
  /** Position of the note in its request. */
  position: number
  detail: object
}

/**
 * Stores a note of an email with or before the change that it is about, so that the email survives a process that is
 * killed in between. The caller has claimed it.
 */
export const holdNote = (
  store: Collections,
  { clock, random }: Pick<Ports, 'clock' | 'random'>,
  { purpose, tenantId, position, detail }: Note,
): Promise<TicketRecord> => {
  const id = random.uuid()
  const now = clock.now()
  return store.tickets.insert({
    id,
    purpose,
    userId: NO_USER,
    tenantId,
    // No secret has this hash, so no link finds the row.
    tokenHash: id,
    tries: position,
    usedAt: now,
    createdAt: now,
    expiresAt: now + KEEP_MS,
    detail: JSON.stringify(detail),
  })
}

/** Lists the notes that no one has claimed, oldest first, of one account or of all. */
export const heldNotes = async (
  { store, clock }: Ports,
  purpose: NotePurpose,
  tenantId?: string,
): Promise<readonly TicketRecord[]> => {
  const notes = await store.tickets.list({ userId: NO_USER, purpose, ...(tenantId !== undefined && { tenantId }) })
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
