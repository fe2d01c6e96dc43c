import type { Guaranteed } from '../../../entities/guarantee.ts'
import type { Ports } from '../../ports.ts'
import type { TicketRecord } from '../../store/records.ts'
import { heldNotes, holdNote } from '../base/held-notes.ts'
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

const PURPOSE = 'stopped-news'

/**
 * Stores a note before the change that it is about.
 *
 * @param place the account of the directory, and the note's position in the request
 */
export const holdNews = (
  ports: Ports,
  { rootId, position }: { rootId: string; position: number },
  noted: Noted,
): Promise<TicketRecord> =>
  holdNote(ports.store, ports, { purpose: PURPOSE, tenantId: rootId, position, detail: noted })

/** Returns what `holdNews` stored; only it writes these rows. */
export const notedIn = ({ detail }: TicketRecord): Noted => JSON.parse(detail) as Noted

/** Lists the notes that no one has claimed, oldest first, of the directories of one account or of all. */
export const heldNews = (ports: Ports, rootId?: string): Promise<readonly TicketRecord[]> =>
  heldNotes(ports, PURPOSE, rootId)
