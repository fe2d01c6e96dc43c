import type { phoneReset } from '../../contract/password.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { text } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { MAIL_PER_ACCOUNT, takeAttempt } from '../domain/base/limits/limits.ts'
import { maySendTo } from '../domain/base/limits/mailbox.ts'
import { issueTicket, liveTicket, spendTicket, wrongCode } from '../domain/base/tickets.ts'
import { proveEmail } from '../domain/identity/accounts/email-proof.ts'
import { assertHuman } from '../domain/identity/credentials/captcha.ts'
import { issueCode, redeemCode } from '../domain/identity/credentials/codes.ts'
import { keepPendingPhone } from '../domain/identity/credentials/pending-phone.ts'
import { phoneNumber } from '../domain/identity/credentials/phones.ts'
import { isLockedHere } from '../domain/identity/mfa/known-device.ts'
import { codeMail, post } from '../domain/mail/mails.ts'
import { type Handlers, open } from '../http/handler.ts'

/** Changes the number that signs in by text message; a phone that is a second factor stays unchanged. */
export const phoneResetHandlers = {
  /** Every email gets the same response and the same work. */
  resetPhoneNumber: open(async ({ ports, body, caller }) => {
    const email = normalizeEmail(text(body.email, 'email')) ?? ''
    await assertHuman(ports, caller, body.recaptchaToken)
    await takeAttempt(ports, MAIL_PER_ACCOUNT, `phone-reset:${email}`)
    const user = await ports.store.users.find({ email })
    const facts = { subject: email }
    const { token, code } = await issueCode(ports, { purpose: 'phone-reset', userId: user?.id ?? null, facts })
    const mail = await codeMail(ports, { email: user?.email ?? '', name: user?.name ?? '' }, code)
    const maySend = await maySendTo(ports, email, { isProven: user?.verified === true })
    if (maySend && user) void post(ports, mail)
    return { resetPhoneNumberToken: token }
  }),

  /** The code was sent by email, so it proves the email too. */
  verifyResetPhoneNumber: open(async (call) => {
    const { ports, body } = call
    const token = text(body.resetPhoneNumberToken, 'resetPhoneNumberToken')
    const { userId } = await redeemCode(call, { purpose: 'phone-reset', token, code: text(body.code, 'code', 20) })
    const user = userId === null ? undefined : await ports.store.users.get(userId)
    if (userId === null || !user) throw wrongCode()
    await proveEmail(call, user)
    return { changePhoneNumberToken: await issueTicket(ports, { purpose: 'phone-change', userId, tenantId: null }) }
  }),

  /** The new number can sign in once a code sent to it was entered in this browser; until then the old one can. */
  changePhoneNumber: open(async (call) => {
    const { ports, body } = call
    const phone = phoneNumber(ports, body.phoneNumber)
    const token = text(body.changePhoneNumberToken, 'changePhoneNumberToken')
    const ticket = await liveTicket(ports, 'phone-change', token)
    const user = ticket?.userId ? await ports.store.users.get(ticket.userId) : undefined
    if (!ticket || !user || (await isLockedHere(call, user)))
      throw badRequest('This took too long. Start over.').as('start-over')
    await ports.store.transaction(async (store) => {
      await spendTicket(store, ticket, ports.clock.now())
      await store.users.update({ id: user.id }, { phone })
      await call.audit({
        inside: store,
        user,
        action: 'Phone number change requested',
        resource: 'Users',
        severity: 'Medium',
        description: 'Chose another phone number after a mailed code',
      })
    })
    await keepPendingPhone(call, { userId: user.id, phone })
    return {}
  }),
} satisfies Handlers<typeof phoneReset>
