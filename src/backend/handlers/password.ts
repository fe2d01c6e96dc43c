import type { password } from '../../contract/password.ts'
import type { breachedPasswordEmails } from '../../contract/users.ts'
import { normalizeEmail } from '../../rules/email.ts'
import type { CallerRequest, SignedRequest } from '../call/auth.ts'
import { MAX_PASSWORD_LENGTH, text, userIdList } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import {
  forgetAttempts,
  forgetLogins,
  MAIL_PER_ACCOUNT,
  PASSWORD_CHANGE,
  takeAttempt,
} from '../domain/base/limits/limits.ts'
import { maySendTo } from '../domain/base/limits/mailbox.ts'
import { issueTicket, spendTicket } from '../domain/base/tickets.ts'
import { authenticate } from '../domain/identity/access/authenticate.ts'
import { emailProofOf } from '../domain/identity/accounts/email-proof.ts'
import { clearBreached, mailBreachedUsers } from '../domain/identity/credentials/breached.ts'
import { verifyCaptcha } from '../domain/identity/credentials/captcha.ts'
import { openLink } from '../domain/identity/credentials/mailed-links.ts'
import { hashChangedPassword, keepOldPassword } from '../domain/identity/credentials/passwords.ts'
import { updateCopies } from '../domain/identity/members/members.ts'
import { accountToActivate, recordHomeEvent } from '../domain/identity/members/subject-events.ts'
import { forgetDevices } from '../domain/identity/mfa/remembered-devices.ts'
import { revokeSessions } from '../domain/identity/sessions/end-session.ts'
import { passwordChangedMail, passwordResetMail, post, postWith } from '../domain/mail/mails.ts'
import { passwordSetting } from '../domain/settings/password.ts'
import { type Handlers, open, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { Collections } from '../store/store.ts'

const mail = async ({ ports, auth, audit }: SignedRequest, userIds?: readonly string[]): Promise<number> => {
  const count = await mailBreachedUsers(ports, auth.tenantId, userIds)
  await audit({
    action: 'Breached password emails sent',
    resource: 'Passwords',
    severity: 'Medium',
    description: `Sent ${count} users a link to replace their breached password`,
    detail: { users: count },
  })
  return count
}

export const breachedPasswordsHandlers = {
  sendBreachedPasswordEmails: signedIn(async (call) => {
    await mail(call)
    return {}
  }),
} satisfies Pick<Handlers<typeof password>, 'sendBreachedPasswordEmails'>

export const breachedPasswordEmailsHandlers = {
  mailBreachedUsers: signedIn(async (call) => ({ count: await mail(call, userIdList(call.body.userIds)) })),
} satisfies Handlers<typeof breachedPasswordEmails>

/**
 * Returns the account whose rules a new password must meet. Inviters know a user of other accounts by the id of the
 * membership, which must select the same rules as the id of a new user.
 */
const accountOfPassword = async ({ store }: Ports, id: string): Promise<string | undefined> => {
  const user = await store.users.get(id)
  if (user) return (await accountToActivate(store, user)) ?? undefined
  return (await store.members.find({ id, activated: false }))?.tenantId
}

/** Returns the user who makes a call that needs no session themselves, in a session of theirs. */
const callerIdOf = async ({ ports, caller }: CallerRequest): Promise<string | undefined> => {
  if (!caller.header('authorization')) return undefined
  const auth = await authenticate(ports, caller).catch(() => undefined)
  return auth && !auth.machine && auth.session.actorId === null ? auth.user.id : undefined
}

export const passwordHandlers = {
  /** Every email gets the same response and the same work; the response doesn't wait for the email. */
  forgotPassword: open(async ({ ports, body, caller, audit }) => {
    const email = normalizeEmail(text(body.email, 'email')) ?? ''
    await verifyCaptcha(ports, caller, body.recaptchaToken)
    await takeAttempt(ports, MAIL_PER_ACCOUNT, `forgot:${email}`)
    // The session is read whatever the email, so that the duration doesn't reveal which users have no password.
    const callerId = body.keepSessions === true ? await callerIdOf({ ports, caller }) : undefined
    const user = await ports.store.users.find({ email })
    const token = await issueTicket(ports, { purpose: 'password-reset', userId: user?.id ?? null, tenantId: null })
    const addressee = { userId: user?.id ?? '', email, name: user?.name ?? '', token }
    // Who replaces a password may do so because someone else is signed in with it.
    const keepsSessions = callerId !== undefined && callerId === user?.id && user.passwordHash === null
    const mail = await passwordResetMail(ports, { ...addressee, keepsSessions })
    // A user who hasn't accepted an invitation yet has no password to reset: the invitation sets one.
    const isProven = user?.verified === true
    const maySend = await maySendTo(ports, email, { isProven })
    if (maySend && (isProven || user?.passwordHash)) void post(ports, mail)
    await audit({
      user,
      action: 'Password reset requested',
      resource: 'Passwords',
      description: 'Someone asked for a link to reset the password',
    })
    return {}
  }),

  resetPassword: open(async (call) => {
    const { ports, body } = call
    const userId = text(body.userId, 'userId')
    const link = { purpose: 'password-reset' as const, userId, token: text(body.token, 'token') }
    const { ticket, user } = await openLink(call, link)
    const passwordHash = await hashChangedPassword(ports, body.password, { user, tenantId: user.tenantId })
    const patch = { passwordHash, failedLogins: 0, lockedAt: null }
    const proof = await emailProofOf(call, user)
    const isEverywhere = body.signOutEverywhere !== false
    const change = (keep: (store: Collections) => Promise<void>) =>
      proof.use(async (store, settle) => {
        await spendTicket(store, ticket, ports.clock.now())
        await keepOldPassword(ports, store, user)
        await settle()
        await store.users.update({ id: userId }, patch)
        await updateCopies(store, userId, { isLocked: false })
        await clearBreached(store, userId)
        await recordHomeEvent(ports, store, userId, 'frontegg.user.changedPassword')
        const inner = { ...ports, store }
        if (isEverywhere) await revokeSessions(inner, { userId })
        const tokens = isEverywhere ? await store.apiTokens.delete({ userId }) : 0
        await forgetDevices(inner, userId)
        await call.audit({
          inside: store,
          user: (await store.users.get(userId)) ?? user,
          action: 'Password reset',
          resource: 'Passwords',
          severity: 'Medium',
          description: `Chose a new password by a mailed link; ${isEverywhere ? 'all sessions were ended' : 'sessions were kept'}`,
          detail: { revokedApiTokens: tokens },
        })
        await keep(store)
      })
    await postWith(ports, [passwordChangedMail(ports, user)], change)
    await forgetLogins(ports, user.email)
    return {}
  }),

  getPasswordConfig: open(async ({ ports, query }) => {
    const tenantId = query.userId ? await accountOfPassword(ports, query.userId) : undefined
    return tenantId ? passwordSetting.of(ports.store, tenantId) : passwordSetting.ofVendor(ports.store)
  }),

  changePassword: signedIn(async ({ ports, auth, body, audit }) => {
    const { user, session } = auth
    await takeAttempt(ports, PASSWORD_CHANGE, user.id)
    const isRight = await ports.hasher.verify(
      user.passwordHash ?? '',
      text(body.password, 'password', MAX_PASSWORD_LENGTH),
    )
    if (!isRight) throw badRequest('Your current password is incorrect.').as('wrong-password')
    const passwordHash = await hashChangedPassword(ports, body.newPassword, auth)
    await postWith(ports, [passwordChangedMail(ports, user)], (keep) =>
      ports.store.transaction(async (store) => {
        await keepOldPassword(ports, store, user)
        await store.users.update({ id: user.id }, { passwordHash })
        await clearBreached(store, user.id)
        await recordHomeEvent(ports, store, user.id, 'frontegg.user.changedPassword')
        const inner = { ...ports, store }
        await forgetDevices(inner, user.id)
        await revokeSessions(inner, { userId: user.id, id: { not: session.id } })
        await audit({
          inside: store,
          action: 'Password changed',
          resource: 'Passwords',
          severity: 'Medium',
          description: 'Changed the own password; all other sessions were ended',
        })
        await keep(store)
      }),
    )
    await forgetAttempts(ports, PASSWORD_CHANGE, user.id)
    return {}
  }),
} satisfies Omit<Handlers<typeof password>, 'sendBreachedPasswordEmails'>
