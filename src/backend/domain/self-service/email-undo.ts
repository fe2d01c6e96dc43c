import type { Caller } from '../../call/caller.ts'
import { conflict } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { jsonOf } from '../../store/json-text.ts'
import type { TicketRecord, UserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { audit } from '../audit/audit.ts'
import { keepSecret, spendTicket, TICKET_LIFE_MS } from '../base/tickets.ts'
import { dropMailedTickets, type MailedLink, openLink, viewLink } from '../identity/credentials/mailed-links.ts'
import { primaryTenantOf } from '../identity/members/subject-events.ts'
import { syncFactors } from '../identity/mfa/factors.ts'
import { forgetDevices } from '../identity/mfa/remembered-devices.ts'
import { endAllSessions } from '../identity/sessions/end-session.ts'
import { eraseUsers } from '../identity/team/end-memberships.ts'
import { passwordResetMail, postWith } from '../mail/mails.ts'
import { setEmail } from './email-change.ts'
import { liftDeletion } from './user-deletion.ts'

type Call = { ports: Ports; caller: Caller }
type Link = Omit<MailedLink, 'purpose'>

const emailOf = ({ detail }: TicketRecord): string => String(jsonOf(detail).email)

/** Returns the email that a link restores, without using the link. */
export const viewEmailUndo = async (call: Call, link: Link): Promise<string> =>
  emailOf((await viewLink(call, { ...link, purpose: 'email-undo' })).ticket)

/**
 * Frees the old email. The holder of the link can read its mailbox, so a user who has taken the email since without
 * verifying it is not the owner and is erased. A verified user is the owner.
 */
const freeEmail = async (store: Collections, email: string, { id }: UserRecord): Promise<void> => {
  const holder = await store.users.find({ email })
  if (!holder || holder.id === id) return
  if (holder.verified) throw conflict('Another account now uses this email, so the change can’t be undone.')
  await eraseUsers(store, [holder.id])
}

/** Removes credentials that an intruder may have added since; older ones belong to the user. */
const dropAddedSince = async (store: Collections, userId: string, since: number): Promise<void> => {
  const added = { userId, createdAt: { gte: since } }
  await store.factors.delete(added)
  await store.identities.delete(added)
  await store.apiTokens.delete({ userId })
  await syncFactors(store, userId)
}

interface Found {
  ticket: TicketRecord
  user: UserRecord
}

const settle = (
  { ports, caller }: Call,
  { ticket, user, alsoWrite }: Found & { alsoWrite(store: Collections): Promise<void> },
): Promise<void> =>
  ports.store.transaction(async (store) => {
    const now = ports.clock.now()
    const email = emailOf(ticket)
    await spendTicket(store, ticket, now)
    await freeEmail(store, email, user)
    await setEmail(store, user.id, email)
    // An intruder who changed the email knew the password, or may have set one since.
    await store.users.update({ id: user.id }, { passwordHash: null })
    await store.oldPasswords.delete({ userId: user.id, createdAt: { gte: ticket.createdAt } })
    await dropMailedTickets(store, user.id)
    // Links of later changes would restore the intruder's email.
    await store.tickets.delete({ userId: user.id, purpose: 'email-undo', createdAt: { gte: ticket.createdAt } })
    await dropAddedSince(store, user.id, ticket.createdAt)
    await liftDeletion(ports, store, user.id)
    await endAllSessions(store, user.id, now)
    await forgetDevices({ ...ports, store }, user.id)
    await audit({ ...ports, store }, caller, {
      tenantId: await primaryTenantOf(store, user),
      user: { ...user, email },
      action: 'Email change undone',
      resource: 'Users',
      severity: 'High',
      description: `Restored the email ${email} by a mailed link; all sessions were ended and the password was removed`,
      detail: { from: user.email, to: email },
    })
    await alsoWrite(store)
  })

/** Restores the old email, and ends everything that was started or added with the new one. */
export const undoEmailChange = async (call: Call, link: Link): Promise<string> => {
  const { ports } = call
  const found = await openLink(call, { ...link, purpose: 'email-undo' })
  const email = emailOf(found.ticket)
  const { id: userId, name } = found.user
  const token = ports.random.token(32)
  const reset = { purpose: 'password-reset', userId, tenantId: null, lifeMs: TICKET_LIFE_MS['password-reset'] } as const
  await postWith(ports, [await passwordResetMail(ports, { userId, email, name, token })], (keep) => {
    const alsoWrite = async (store: Collections) => {
      await keepSecret({ ...ports, store }, token, reset)
      await keep(store)
    }
    return settle(call, { ...found, alsoWrite })
  })
  return email
}
