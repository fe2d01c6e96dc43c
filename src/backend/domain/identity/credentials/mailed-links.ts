import type { CallerRequest } from '../../../call/auth.ts'
import type { TicketRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { TICKET_PER_TOKEN, takeAttempt, takeNetworkTry, WRONG_LINKS_PER_NETWORK } from '../../base/limits/limits.ts'
import { findOwnedTicket, spent, ticketStatus } from '../../base/tickets.ts'

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
 * Returns the ticket of a mailed link, even if it no longer works: its token proves that the caller holds the link.
 * Failed links count against the caller's network and never against the user, or anyone could block the genuine link,
 * whose 256 bits cannot be guessed.
 */
export const findIssuedLink = async (call: CallerRequest, link: MailedLink) => {
  const found = await findOwnedTicket(call.ports, link)
  const status = found && ticketStatus(call.ports, found.ticket)
  if (status !== 'live') await takeNetworkTry(call, WRONG_LINKS_PER_NETWORK)
  if (!found || !status) throw spent()
  return { ...found, status }
}

/** Returns the ticket of a working mailed link without using it up. */
export const viewLink = async (call: CallerRequest, link: MailedLink): Promise<OpenedLink> => {
  const { status, ...found } = await findIssuedLink(call, link)
  if (status !== 'live') throw spent()
  return found
}

/**
 * Works like `viewLink`, before an attempt to use the link. Attempts are limited per token, because each costs a hash.
 */
export const openLink = async (call: CallerRequest, link: MailedLink): Promise<OpenedLink> => {
  const found = await viewLink(call, link)
  await takeAttempt(call.ports, TICKET_PER_TOKEN, found.ticket.id)
  return found
}

/**
 * Tickets that stay valid when the email changes: devices stay known, and earlier changes can still be undone. All
 * others were sent to the old email.
 */
const KEPT: readonly TicketRecord['purpose'][] = ['email-undo', 'remembered-device', 'invite-link']

export const dropMailedTickets = async (store: Collections, userId: string): Promise<void> => {
  const found = await store.tickets.list({ userId })
  const ids = found.filter(({ purpose }) => !KEPT.includes(purpose)).map(({ id }) => id)
  if (ids.length > 0) await store.tickets.delete({ id: { in: ids } })
}
