import { badRequest } from '../http/refusal.ts'
import type { Ports } from '../ports.ts'
import type { TicketRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

type Purpose = TicketRecord['purpose']

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const TICKET_LIFE_MS: Readonly<Record<Exclude<Purpose, 'invite-link' | 'code'>, number>> = {
  activation: 7 * DAY_MS,
  invitation: 7 * DAY_MS,
  'password-reset': HOUR_MS,
}

/** No id of a user looks like this. */
const NOBODY = '-'

interface NewTicket {
  purpose: keyof typeof TICKET_LIFE_MS
  userId: string | null
  tenantId: string | null
}

/** A new secret for a mail; older ones of the same kind stop working. Only its keyed hash is kept. */
export const issueTicket = async (ports: Ports, { purpose, userId, tenantId }: NewTicket): Promise<string> => {
  const token = ports.random.token(32)
  const tokenHash = await ports.keyedHash('ticket', token)
  const now = ports.clock.now()
  // Also for nobody, who has none: unknown addresses cost the same time as known ones.
  await ports.store.tickets.update({ purpose, userId: userId ?? NOBODY, tenantId, usedAt: null }, { usedAt: now })
  await ports.store.tickets.insert({
    id: ports.random.uuid(),
    purpose,
    userId,
    tenantId,
    tokenHash,
    tries: 0,
    usedAt: null,
    createdAt: now,
    expiresAt: now + TICKET_LIFE_MS[purpose],
    detail: '{}',
  })
  return token
}

/** The ticket that a link stands for, unused and in time; reading it uses nothing. */
export const findTicket = async (
  ports: Ports,
  wanted: { purpose: Purpose; userId: string; token: string },
): Promise<TicketRecord> => {
  const ticket = await ports.store.tickets.find({ tokenHash: await ports.keyedHash('ticket', wanted.token) })
  const fits = ticket?.purpose === wanted.purpose && ticket.userId === wanted.userId
  if (!fits || ticket.usedAt !== null || ticket.expiresAt <= ports.clock.now()) throw spent()
  return ticket
}

/** Uses the ticket; of two clicks at once only one gets through. */
export const useTicket = async (store: Collections, ticket: TicketRecord, now: number): Promise<void> => {
  if (!(await store.tickets.update({ id: ticket.id, usedAt: null }, { usedAt: now }))) throw spent()
}

const spent = () => badRequest('This link is no longer valid. Please ask for a new one')
