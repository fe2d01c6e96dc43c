import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import { isFirst } from '../../base/limits/limits.ts'
import { issueTicket } from '../../base/tickets.ts'
import { post } from '../../mail/mails.ts'
import { userDeletionMail } from '../../mail/self-service-mails.ts'

export const mailRestore = async (ports: Ports, user: UserRecord, dueAt: number): Promise<void> => {
  const token = await issueTicket(ports, { purpose: 'user-restore', userId: user.id, tenantId: null })
  await post(ports, userDeletionMail(ports, { ...user, userId: user.id, token }, dueAt))
}

/** Refuses the sign-in of a user who is about to be deleted. A link to restore them is emailed at most once an hour. */
export const assertNotDeleted = async (ports: Ports, userId: string): Promise<void> => {
  const deletion = await ports.store.deletions.get(userId)
  if (!deletion) return
  const user = await ports.store.users.get(userId)
  if (user && (await isFirst(ports, 'restore-mail', userId))) await mailRestore(ports, user, deletion.dueAt)
  const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    deletion.dueAt,
  )
  throw forbidden(`This account will be deleted on ${day}. To restore it, open the link we emailed you.`).as(
    'deletion-pending',
  )
}
