import { badRequest } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { TicketRecord, UserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'

type Purpose = TicketRecord['purpose']

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const wrongCode = () => badRequest('This code is incorrect or has expired.').as('wrong-code')

export const GRACE_DAYS = 14
/** Milliseconds between the request to delete a user or an account and the deletion. */
export const GRACE_MS = GRACE_DAYS * DAY_MS

type WithOwnLife =
  | 'invite-link'
  | 'remembered-device'
  | 'captcha'
  | 'policy-change'
  | 'stopped-news'
  | 'left-alone-news'

export const TICKET_LIFE_MS: Readonly<Record<Exclude<Purpose, WithOwnLife>, number>> = {
  activation: 7 * DAY_MS,
  invitation: 7 * DAY_MS,
  'password-reset': HOUR_MS,
  'mfa-code': 10 * MINUTE_MS,
  'totp-enrollment': 30 * MINUTE_MS,
  'login-code': 10 * MINUTE_MS,
  'magic-link': 15 * MINUTE_MS,
  'phone-code': 10 * MINUTE_MS,
  'phone-reset': 10 * MINUTE_MS,
  'phone-change': 15 * MINUTE_MS,
  'phone-proof': 15 * MINUTE_MS,
  impersonation: MINUTE_MS,
  // RFC 6749 §4.1.2 allows ten minutes; a browser needs seconds.
  'authorization-code': MINUTE_MS,
  webauthn: 5 * MINUTE_MS,
  'sso-request': 10 * MINUTE_MS,
  // This leaves time to confirm that a signed-in user wants to change accounts.
  'saml-handle': 5 * MINUTE_MS,
  'saml-logout': 10 * MINUTE_MS,
  'email-change': 10 * MINUTE_MS,
  'email-undo': 7 * DAY_MS,
  // The sign-in must return within the time for which the browser stores it.
  'social-link': 10 * MINUTE_MS,
  'user-restore': GRACE_MS,
}

/** Replaces the id of a user that doesn't exist, so that unknown emails cost the same reads and writes. */
export const NO_USER = '-'

interface NewTicket {
  purpose: keyof typeof TICKET_LIFE_MS
  userId: string | null
  tenantId: string | null
  detail?: Record<string, string>
}

/** Stores the keyed hash of a secret that expires after `lifeMs`. */
export const keepSecret = async (
  ports: Pick<Ports, 'random' | 'clock' | 'keyedHash'> & { store: Pick<Collections, 'tickets'> },
  token: string,
  ticket: { purpose: Purpose; userId: string | null; tenantId: string | null; lifeMs: number; detail?: object },
): Promise<TicketRecord> => {
  const { lifeMs, detail = {}, ...facts } = ticket
  const now = ports.clock.now()
  return ports.store.tickets.insert({
    ...facts,
    id: ports.random.uuid(),
    tokenHash: await ports.keyedHash('ticket', token),
    tries: 0,
    usedAt: null,
    createdAt: now,
    expiresAt: now + lifeMs,
    detail: JSON.stringify(detail),
  })
}

/** Creates a secret for an email; older secrets of the same kind stop working. Only its keyed hash is stored. */
export const issueTicket = async (ports: Ports, { detail, ...given }: NewTicket): Promise<string> => {
  const { purpose, userId, tenantId } = given
  const token = ports.random.token(32)
  const usedAt = ports.clock.now()
  // The update runs without a user too, so that unknown emails take the same time as known ones.
  await ports.store.tickets.update({ purpose, userId: userId ?? NO_USER, tenantId, usedAt: null }, { usedAt })
  await keepSecret(ports, token, { ...given, detail, lifeMs: TICKET_LIFE_MS[purpose] })
  return token
}

/** Returns whether a ticket still works. A ticket that a newer one replaced is also `used`. */
export const ticketStatus = ({ clock }: Ports, ticket: TicketRecord): 'live' | 'used' | 'expired' => {
  if (ticket.usedAt !== null) return 'used'
  return ticket.expiresAt > clock.now() ? 'live' : 'expired'
}

const findIssued = async (ports: Ports, purpose: Purpose, token: string): Promise<TicketRecord | undefined> => {
  const ticket = await ports.store.tickets.find({ tokenHash: await ports.keyedHash('ticket', token) })
  return ticket?.purpose === purpose ? ticket : undefined
}

const ifLive = (ports: Ports, ticket: TicketRecord | undefined): TicketRecord | undefined =>
  ticket && ticketStatus(ports, ticket) === 'live' ? ticket : undefined

/** Returns the live ticket of a secret, without using it. */
export const liveTicket = async (ports: Ports, purpose: Purpose, token: string): Promise<TicketRecord | undefined> =>
  ifLive(ports, await findIssued(ports, purpose, token))

/** Returns the live ticket by the hash of its secret, which doesn't prove that the caller knows the secret. */
export const liveTicketByHash = async (
  ports: Ports,
  purpose: Purpose,
  tokenHash: string,
): Promise<TicketRecord | undefined> => {
  const ticket = await ports.store.tickets.find({ tokenHash })
  return ifLive(ports, ticket?.purpose === purpose ? ticket : undefined)
}

/** Returns the ticket of a link and the user it was mailed to, even if it no longer works, without using it. */
export const findOwnedTicket = async (
  ports: Ports,
  { purpose, userId, token }: { purpose: Purpose; userId: string; token: string },
): Promise<{ ticket: TicketRecord; user: UserRecord } | undefined> => {
  const ticket = await findIssued(ports, purpose, token)
  const user = ticket?.userId === userId ? await ports.store.users.get(userId) : undefined
  return ticket && user && { ticket, user }
}

/** Uses the ticket. If two requests use it at once, only one succeeds. */
export const spendTicket = async (store: Collections, ticket: TicketRecord, now: number): Promise<void> => {
  if (!(await store.tickets.update({ id: ticket.id, usedAt: null }, { usedAt: now }))) throw spent()
}

export const spent = () => badRequest('This link has expired. Request a new one.').as('link-expired')
