import type { Caller } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import type { TicketRecord, UserRecord } from '../../store/records.ts'
import { TICKET_PER_TOKEN, takeNetworkTry, takeTry, WRONG_LINKS_PER_NETWORK } from '../limits/limits.ts'
import { findOwnedTicket } from './tickets.ts'

export interface MailedLink {
  purpose: TicketRecord['purpose']
  userId: string
  token: string
}

interface OpenedLink {
  ticket: TicketRecord
  user: UserRecord
}

/**
 * The ticket of a mailed link; looking at it uses nothing. Wrong tokens count against the network they come from, never
 * against the user they name: anyone could block the genuine link, whose 256 bits cannot be guessed.
 */
export const viewLink = async (
  { ports, caller }: { ports: Ports; caller: Caller },
  link: MailedLink,
): Promise<OpenedLink> => {
  try {
    return await findOwnedTicket(ports, link)
  } catch (error) {
    await takeNetworkTry({ ports, caller }, WRONG_LINKS_PER_NETWORK)
    throw error
  }
}

/** As `viewLink`, before an attempt to use the link: a genuine token limits itself, because attempts cost a hash. */
export const openLink = async (call: { ports: Ports; caller: Caller }, link: MailedLink): Promise<OpenedLink> => {
  const found = await viewLink(call, link)
  await takeTry(call.ports, TICKET_PER_TOKEN, found.ticket.id)
  return found
}
