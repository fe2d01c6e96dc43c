import type { invitation } from '../../contract/invitation.ts'
import type { activation } from '../../contract/sign-up.ts'
import { systemClock, wait } from '../../kernel/clock.ts'
import { normalizeEmail } from '../../rules/email.ts'
import type { AuditEntry } from '../call/auth.ts'
import { text } from '../call/read.ts'
import { RESEND_PER_USER, takeAttempt } from '../domain/base/limits/limits.ts'
import { maySendTo } from '../domain/base/limits/mailbox.ts'
import { issueTicket, spendTicket } from '../domain/base/tickets.ts'
import { authenticate } from '../domain/identity/access/authenticate.ts'
import { signIn } from '../domain/identity/access/sessions.ts'
import { type EmailProof, emailProofOf, needsPassword } from '../domain/identity/accounts/email-proof.ts'
import { clearBreached } from '../domain/identity/credentials/breached.ts'
import { verifyCaptcha } from '../domain/identity/credentials/captcha.ts'
import { type MailedLink, openLink, viewLink } from '../domain/identity/credentials/mailed-links.ts'
import { hashNewPassword } from '../domain/identity/credentials/passwords.ts'
import { acceptInvitation } from '../domain/identity/members/members.ts'
import { accountToActivate, eventPorts, recordUserEvent } from '../domain/identity/members/subject-events.ts'
import { mailPendingInvitation } from '../domain/identity/team/invitations.ts'
import { placeOfLink } from '../domain/identity/team/invite-link.ts'
import { activationMail, post } from '../domain/mail/mails.ts'
import { byCookie, type Call, type Handlers, open } from '../http/handler.ts'
import type { TicketRecord, UserRecord } from '../store/records.ts'

/** Several times the duration of a call that looks up an email and sends a message. */
const MIN_MS = 50

/**
 * Resolves with the result of `work`, but not before a fixed time has passed. A call takes longer for a known email
 * than for an unknown one, and the caller must not be able to measure the difference.
 */
const withMinimumDuration = async <Result>(work: Promise<Result>): Promise<Result> => {
  const [result] = await Promise.all([work, wait(systemClock, MIN_MS)])
  return result
}

const linkOf = (purpose: 'activation' | 'invitation', given: { userId?: unknown; token?: unknown }): MailedLink => ({
  purpose,
  userId: text(given.userId, 'userId'),
  token: text(given.token, 'token'),
})

interface Activation {
  ticket: TicketRecord
  user: UserRecord
  proof: EmailProof
  passwordHash: string | null
}

/** Proves the email, sets the password, and lets the member into the tenant of the invitation: all or nothing. */
const activate = async (
  { ports, audit }: Pick<Call<unknown>, 'ports' | 'audit'>,
  { ticket, user, proof, passwordHash }: Activation,
  row: Pick<AuditEntry, 'action' | 'resource' | 'description'>,
): Promise<UserRecord> => {
  await proof.use(async (store, settle) => {
    await spendTicket(store, ticket, ports.clock.now())
    const left = await settle()
    const joined = ticket.tenantId !== null && !left.includes(ticket.tenantId) ? ticket.tenantId : undefined
    const tenantId = joined ?? (await store.users.get(user.id))?.tenantId ?? user.tenantId
    await store.users.update({ id: user.id }, { tenantId, ...(passwordHash !== null && { passwordHash }) })
    if (passwordHash !== null) await clearBreached(store, user.id)
    if (joined) await acceptInvitation(store, { userId: user.id, tenantId: joined })
    const event = { key: 'frontegg.user.activated', tenantId, actorId: user.id } as const
    await recordUserEvent(eventPorts(ports, store), user, event)
    await audit({ ...row, inside: store, tenantId, user: (await store.users.get(user.id)) ?? user })
  })
  return (await ports.store.users.get(user.id)) ?? user
}

const mailActivationAgain = async ({ ports, audit }: Pick<Call<unknown>, 'ports' | 'audit'>, email: string) => {
  await takeAttempt(ports, RESEND_PER_USER, `activate:${email}`)
  const user = await ports.store.users.find({ email })
  const pending = user && !user.verified
  const tenantId = await accountToActivate(ports.store, user)
  const token = await issueTicket(ports, { purpose: 'activation', userId: pending ? user.id : null, tenantId })
  const mail = await activationMail(ports, { userId: user?.id ?? '', email, name: user?.name ?? '', token })
  if ((await maySendTo(ports, email, { isProven: false })) && pending) void post(ports, mail)
  await audit({
    user: pending ? user : undefined,
    action: 'Activation email requested',
    resource: 'Invitations',
    description: 'Someone asked for another activation email',
  })
}

export const activationHandlers = {
  /** Opening a link doesn't use it up, because scanners open links. */
  getActivationStrategy: open(async (call) => {
    const { user } = await viewLink(call, linkOf('activation', call.query))
    return { shouldSetPassword: needsPassword(user, await emailProofOf(call, user)) }
  }),

  activateAccount: byCookie(async (call) => {
    const { ports, body } = call
    const found = await openLink(call, linkOf('activation', body))
    const proof = await emailProofOf(call, found.user, { joins: found.ticket.tenantId })
    const tenantId = found.ticket.tenantId ?? found.user.tenantId
    const isNew = needsPassword(found.user, proof)
    const passwordHash = isNew ? await hashNewPassword(ports, body.password, tenantId) : null
    const description = 'Activated the account by a mailed link'
    const row = { action: 'User activated', resource: 'Users', description } as const
    const user = await activate(call, { ...found, proof, passwordHash }, row)
    return signIn(call, user)
  }),

  /** Every email gets the same response and the same work; a user who has nothing to activate gets no email. */
  resendActivationEmail: open(async (call) => {
    const email = normalizeEmail(text(call.body.email, 'email')) ?? ''
    await verifyCaptcha(call.ports, call.caller, call.body.recaptchaToken)
    await withMinimumDuration(mailActivationAgain(call, email))
    return {}
  }),
} satisfies Handlers<typeof activation>

export const invitationHandlers = {
  verifyInviteToken: open(async ({ ports, body }) => {
    const { tenant } = await placeOfLink(ports, text(body.token, 'token'))
    return { name: tenant.name }
  }),

  acceptInvitation: open(async (call) => {
    const found = await openLink(call, linkOf('invitation', call.body))
    const proof = await emailProofOf(call, found.user, { joins: found.ticket.tenantId })
    const description = 'Accepted an invitation by a mailed link'
    const row = { action: 'Invitation accepted', resource: 'Invitations', description } as const
    await activate(call, { ...found, proof, passwordHash: null }, row)
    return {}
  }),

  resendInvitationEmail: open(async ({ ports, body, caller }) => {
    // An administrator resends the invitation of their tenant; the invited user, who has no token, the latest one.
    const auth = caller.header('authorization') ? await authenticate(ports, caller) : undefined
    if (!auth) await verifyCaptcha(ports, caller, body.recaptchaToken)
    await withMinimumDuration(
      mailPendingInvitation(ports, caller, text(body.email, 'email'), auth ? { tenantId: auth.tenantId } : 'latest'),
    )
    return {}
  }),

  resendInvitationToAllTenants: open(async ({ ports, body, caller }) => {
    await verifyCaptcha(ports, caller, body.recaptchaToken)
    await withMinimumDuration(mailPendingInvitation(ports, caller, text(body.email, 'email'), 'all'))
    return {}
  }),
} satisfies Handlers<typeof invitation>
