import type { activation } from '../../contract/activation.ts'
import type { invitation } from '../../contract/invitation.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { text } from '../call/read.ts'
import { authenticate } from '../domain/access/authenticate.ts'
import { signIn } from '../domain/access/sessions.ts'
import { audit } from '../domain/audit/audit.ts'
import { hashNewPassword } from '../domain/credentials/passwords.ts'
import { findOwnedTicket, issueTicket, spendTicket } from '../domain/credentials/tickets.ts'
import { MAIL_PER_ACCOUNT, TICKET_PER_USER, takeTry } from '../domain/limits/limits.ts'
import { activationMail, post } from '../domain/mail/mails.ts'
import { mailPendingInvitation } from '../domain/members/invitations.ts'
import { tenantOfLink } from '../domain/members/invite-link.ts'
import { acceptInvitation, updateCopies } from '../domain/members/member-copies.ts'
import { byCookie, type Handlers, open } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { TicketRecord, UserRecord } from '../store/records.ts'

interface Wanted {
  purpose: 'activation' | 'invitation'
  userId: string
  token: string
}

const wantedOf = (purpose: Wanted['purpose'], given: { userId?: unknown; token?: unknown }): Wanted => ({
  purpose,
  userId: text(given.userId, 'userId'),
  token: text(given.token, 'token'),
})

const countTry = (ports: Ports, { purpose, userId }: Wanted) => takeTry(ports, TICKET_PER_USER, `${purpose}:${userId}`)

const ticketOf = async (ports: Ports, wanted: Wanted) => {
  await countTry(ports, wanted)
  return findOwnedTicket(ports, wanted)
}

/** Proves the address, sets the password, and lets the member into the tenant that invited her: all or nothing. */
const activate = async (
  ports: Ports,
  { ticket, user }: { ticket: TicketRecord; user: UserRecord },
  passwordHash: string | null,
): Promise<UserRecord> => {
  const patch = {
    verified: true,
    ...(passwordHash !== null && { passwordHash }),
    ...(ticket.tenantId && { tenantId: ticket.tenantId }),
  }
  await ports.store.transaction(async (store) => {
    await spendTicket(store, ticket, ports.clock.now())
    await store.users.update({ id: user.id }, patch)
    await updateCopies(store, user.id, { verified: true })
    if (ticket.tenantId) await acceptInvitation(store, { userId: user.id, tenantId: ticket.tenantId })
  })
  return { ...user, ...patch }
}

export const activationHandlers = {
  /** Visiting a link uses nothing, none of the tries either (RELIABILITY row 44); guessing at one does. */
  getActivationStrategy: open(async ({ ports, query }) => {
    const wanted = wantedOf('activation', query)
    try {
      const { user } = await findOwnedTicket(ports, wanted)
      return { shouldSetPassword: user.passwordHash === null }
    } catch (error) {
      await countTry(ports, wanted)
      throw error
    }
  }),

  activateAccount: byCookie(async (call) => {
    const { ports, body, caller } = call
    const found = await ticketOf(ports, wantedOf('activation', body))
    const needsPassword = found.user.passwordHash === null
    const tenantId = found.ticket.tenantId ?? found.user.tenantId
    const passwordHash = needsPassword ? await hashNewPassword(ports, body.password, tenantId) : null
    const user = await activate(ports, found, passwordHash)
    await audit(ports, caller, {
      tenantId,
      user,
      action: 'User activated',
      resource: 'Users',
      description: 'Activated the account by a mailed link',
    })
    return signIn(call, user)
  }),

  /** Same answer for everybody; a person who has nothing to activate gets no mail. */
  resendActivationEmail: open(async ({ ports, body }) => {
    const email = normalizeEmail(text(body.email, 'email')) ?? ''
    await takeTry(ports, MAIL_PER_ACCOUNT, `activate:${email}`)
    const user = await ports.store.users.find({ email })
    const pending = user && !user.verified
    const tenantId = user?.tenantId ?? null
    const token = await issueTicket(ports, { purpose: 'activation', userId: pending ? user.id : null, tenantId })
    const mail = await activationMail(ports, { userId: user?.id ?? '', email, name: user?.name ?? '', token })
    if (pending) void post(ports, mail)
    return {}
  }),
} satisfies Handlers<typeof activation>

export const invitationHandlers = {
  verifyInviteToken: open(async ({ ports, body }) => {
    const tenant = await tenantOfLink(ports, text(body.token, 'token'))
    return { name: tenant.name }
  }),

  acceptInvitation: open(async ({ ports, body, caller }) => {
    const found = await ticketOf(ports, wantedOf('invitation', body))
    const user = await activate(ports, found, null)
    await audit(ports, caller, {
      tenantId: found.ticket.tenantId ?? user.tenantId,
      user,
      action: 'Invitation accepted',
      resource: 'Invitations',
      description: 'Accepted an invitation by a mailed link',
    })
    return {}
  }),

  resendInvitationEmail: open(async ({ ports, body, caller }) => {
    // An administrator sends her own tenant's invitation again; the invited person, who has no token, the latest.
    const auth = caller.header('authorization') ? await authenticate(ports, caller) : undefined
    await mailPendingInvitation(ports, caller, text(body.email, 'email'), { tenantId: auth?.tenantId })
    return {}
  }),

  resendInvitationToAllTenants: open(async ({ ports, body, caller }) => {
    await mailPendingInvitation(ports, caller, text(body.email, 'email'), 'all')
    return {}
  }),
} satisfies Handlers<typeof invitation>
