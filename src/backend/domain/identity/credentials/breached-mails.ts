import { Refusal } from '../../../call/refusal.ts'
import type { Mail, Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import { MAIL_PER_ACCOUNT, takeAttempt } from '../../base/limits/limits.ts'
import { issueTicket } from '../../base/tickets.ts'
import { breachedPasswordMail, post } from '../../mail/mails.ts'

const TOO_MANY = 429

/**
 * Composes an email with a reset link. Returns `undefined` for a user who reached the email limit; they already have a
 * working link.
 */
const mailTo = async (ports: Ports, user: UserRecord): Promise<Mail | undefined> => {
  try {
    await takeAttempt(ports, MAIL_PER_ACCOUNT, `forgot:${user.email}`)
  } catch (error) {
    if (error instanceof Refusal && error.status === TOO_MANY) return undefined
    throw error
  }
  const { id: userId, email, name } = user
  const token = await issueTicket(ports, { purpose: 'password-reset', userId, tenantId: null })
  return breachedPasswordMail(ports, { userId, email, name, token })
}

const postAll = async (ports: Ports, mails: readonly Mail[]): Promise<void> => {
  for (const mail of mails) await post(ports, mail)
}

/**
 * Mails a reset link to the members whose password is known from data breaches, or to those in `only`. Returns the
 * number of emails without waiting for delivery.
 */
export const mailBreachedUsers = async (ports: Ports, tenantId: string, only?: readonly string[]): Promise<number> => {
  const named = only && { userId: { in: only } }
  const members = await ports.store.members.list({ tenantId, activated: true, isBreachedPassword: true, ...named })
  const users = await ports.store.users.list({ id: { in: members.map(({ userId }) => userId) } })
  const mails: Mail[] = []
  for (const user of users) {
    const mail = await mailTo(ports, user)
    if (mail) mails.push(mail)
  }
  void postAll(ports, mails)
  return mails.length
}
