import type { phoneReset } from '../../contract/phone-reset.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { text } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { audit } from '../domain/audit/audit.ts'
import { issueCode, redeemCode } from '../domain/credentials/codes.ts'
import { phoneNumber } from '../domain/credentials/phones.ts'
import { issueTicket, liveTicket, spendTicket } from '../domain/credentials/tickets.ts'
import { MAIL_PER_ACCOUNT, takeTry } from '../domain/limits/limits.ts'
import { codeMail, post } from '../domain/mail/mails.ts'
import { type Handlers, open } from '../http/handler.ts'

/** The number that codes in place of a password go to; a phone that is a second factor stays as it is. */
export const phoneResetHandlers = {
  /** Same answer and same work for everybody. */
  resetPhoneNumber: open(async ({ ports, body }) => {
    const email = normalizeEmail(text(body.email, 'email')) ?? ''
    await takeTry(ports, MAIL_PER_ACCOUNT, `phone-reset:${email}`)
    const user = await ports.store.users.find({ email })
    const { token, code } = await issueCode(ports, { purpose: 'phone-reset', userId: user?.id ?? null })
    const mail = await codeMail(ports, { email: user?.email ?? '', name: user?.name ?? '' }, code)
    if (user) void post(ports, mail)
    return { resetPhoneNumberToken: token }
  }),

  verifyResetPhoneNumber: open(async ({ ports, body }) => {
    const token = text(body.resetPhoneNumberToken, 'resetPhoneNumberToken')
    const { userId } = await redeemCode(ports, { purpose: 'phone-reset', token, code: text(body.code, 'code', 20) })
    if (userId === null) throw badRequest('The code is wrong or no longer valid')
    return { changePhoneNumberToken: await issueTicket(ports, { purpose: 'phone-change', userId, tenantId: null }) }
  }),

  changePhoneNumber: open(async ({ ports, body, caller }) => {
    const phone = phoneNumber(body.phoneNumber)
    const token = text(body.changePhoneNumberToken, 'changePhoneNumberToken')
    const ticket = await liveTicket(ports, 'phone-change', token)
    const user = ticket?.userId ? await ports.store.users.get(ticket.userId) : undefined
    if (!ticket || !user || user.lockedAt !== null) throw badRequest('Please start over: too much time has passed')
    await ports.store.transaction(async (store) => {
      await spendTicket(store, ticket, ports.clock.now())
      await store.users.update({ id: user.id }, { phone })
    })
    await audit(ports, caller, {
      tenantId: user.tenantId,
      user,
      action: 'Phone number changed',
      resource: 'Users',
      severity: 'Medium',
      description: 'Changed the phone number after a mailed code',
    })
    return {}
  }),
} satisfies Handlers<typeof phoneReset>
