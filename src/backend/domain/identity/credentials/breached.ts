import { Refusal } from '../../../call/refusal.ts'
import type { Mail, Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { MAIL_PER_ACCOUNT, takeAttempt } from '../../base/limits/limits.ts'
import { issueTicket } from '../../base/tickets.ts'
import { breachedPasswordMail, post } from '../../mail/mails.ts'
import { updateCopies } from '../members/members.ts'

/** Clears the flag after a password change; the new password was checked against the list before it was hashed. */
export const clearBreached = (store: Collections, userId: string): Promise<unknown> =>
  Promise.all([
    store.users.update({ id: userId, isBreachedPassword: true }, { isBreachedPassword: false }),
    updateCopies(store, userId, { isBreachedPassword: false }),
  ])

/**
 * Returns whether the password a user just proved is known from data breaches. The user and their memberships are
 * flagged at sign-in, because only then is the password itself available.
 */
export const isBreached = async (ports: Ports, user: UserRecord, password: string): Promise<boolean> => {
  if (user.isBreachedPassword) return true
  if (!(await ports.isBreachedPassword(password))) return false
  await ports.store.transaction(async (store) => {
    // The password may have been replaced since it was verified.
    const { id, passwordHash } = user
    if (await store.users.update({ id, passwordHash }, { isBreachedPassword: true }))
      await updateCopies(store, id, { isBreachedPassword: true })
  })
  return true
}

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
