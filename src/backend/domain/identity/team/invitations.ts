import { normalizeEmail } from '../../../../rules/email.ts'
import type { Auth } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import { readEmail } from '../../../call/read.ts'
import { conflict, refuseDuplicate } from '../../../call/refusal.ts'
import type { Mail, Ports } from '../../../ports.ts'
import type { MemberRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { audit } from '../../audit/audit.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import {
  INVITATIONS_ON_REQUEST,
  INVITATIONS_PER_RECIPIENT,
  MAIL_PER_ACCOUNT,
  RESEND_PER_USER,
  takeAttempt,
  takeSlot,
} from '../../base/limits/limits.ts'
import { mailboxOf } from '../../base/limits/mailbox.ts'
import { issueTicket, NO_USER } from '../../base/tickets.ts'
import { invitationMail, post } from '../../mail/mails.ts'
import { invitedRecord, NEW_USER, shownIdOf } from '../members/members.ts'
import { eventPorts, recordUserEvent } from '../members/subject-events.ts'
import { assertEmailAccepted } from '../restrictions/email-domains.ts'

interface NewMember {
  email: string
  name: string
  phone: string | null
  roleIds: readonly string[]
  temporaryUntil: number | null
}

export const invitedEmail = async (ports: Ports, tenantId: string, given: string): Promise<string> => {
  const email = readEmail(given, 'email')
  await assertEmailAccepted(ports, tenantId, email)
  return email
}

export const newUser = (ports: Ports, tenantId: string, given: NewMember): UserRecord => ({
  ...NEW_USER,
  id: ports.random.uuid(),
  email: given.email,
  name: given.name,
  phone: given.phone,
  tenantId,
  createdAt: ports.clock.now(),
})

/**
 * Adds a member. Each email has only one user, so a user who already exists joins with it. A new user gets the id of
 * the membership, so that the id shown stays the same after the invitation is accepted.
 */
const insertMember = (
  ports: Ports,
  { tenantId, user: { id: actorId } }: Auth,
  given: NewMember,
  alsoWrite: (store: Collections, added: Invited) => Promise<void>,
) =>
  ports.store.transaction(async (store) => {
    const known = await store.users.find({ email: given.email })
    const user = known ?? (await store.users.insert(newUser(ports, tenantId, given)))
    const record = invitedRecord(ports, user.id, { tenantId, ...given })
    const member = await store.members.insert(known ? record : { ...record, id: user.id })
    // Only what the inviter entered is shown, because a user of other accounts hasn't agreed to show more.
    const shown = { id: shownIdOf(member), email: given.email, name: given.name }
    const place = { tenantId, actorId }
    const inside = eventPorts(ports, store)
    // This event is recorded for existing users too, because its absence would reveal that they have another account.
    await recordUserEvent(inside, shown, { ...place, key: 'frontegg.user.created' })
    await recordUserEvent(inside, shown, { ...place, key: 'frontegg.user.invitedToTenant' })
    await alsoWrite(store, { user, member })
    return { user, member }
  })

/** Adds a member who has yet to accept, and mails the invitation. */
export const invite = async (
  ports: Ports,
  caller: Caller,
  auth: Auth,
  given: NewMember,
  alsoWrite: (store: Collections) => Promise<void> = async () => undefined,
) => {
  const insert = insertMember(ports, auth, given, async (store, { member }) => {
    await audit({ ...ports, store }, caller, {
      tenantId: auth.tenantId,
      user: auth.user,
      action: 'User invited',
      resource: 'Invitations',
      description: `Invited ${given.email}`,
      detail: { userId: shownIdOf(member), ...beforeAndAfter(null, given) },
    })
    await alsoWrite(store)
  })
  const added = await insert.catch(
    refuseDuplicate(() => conflict('This user is already a member of the account').as('taken')),
  )
  await mailInvitation(ports, added, auth.user.name)
  return added
}

/** Emails an invitation; users without a proven email or a password set a password with its link. */
export const mailInvitation = async (ports: Ports, found: Invited, inviterName: string): Promise<void> => {
  const mail = await writeInvitation(ports, found, inviterName)
  const slot = await takeSlot(ports, INVITATIONS_PER_RECIPIENT, mailboxOf(found.user.email))
  if (slot === 'within') return post(ports, mail)
  if (slot === 'first-beyond')
    ports.log.warn('A recipient got no further invitation emails today: the limit was reached')
}

interface Invited {
  user: UserRecord
  member: MemberRecord
}

/** Writes the invitation email with a new link. Without a recipient it does the same work, but the link is invalid. */
const writeInvitation = async (ports: Ports, found: Invited | undefined, inviterName: string): Promise<Mail> => {
  const { user, member } = found ?? {}
  const tenantId = member?.tenantId ?? null
  const isNew = !user || user.passwordHash === null || !user.verified
  const tenant = await ports.store.tenants.get(tenantId ?? NO_USER)
  const purpose = isNew ? 'activation' : 'invitation'
  const detail = { inviter: inviterName }
  const token = await issueTicket(ports, { purpose, userId: user?.id ?? null, tenantId, detail })
  const addressee = { userId: user?.id ?? '', email: user?.email ?? '', name: user?.name ?? '', token }
  return invitationMail(ports, addressee, { tenantName: tenant?.name ?? '', inviterName, isNew })
}

/** Sends the invitation again. The limit is per tenant, so that other tenants can neither notice it nor use it up. */
export const resendInvitation = async (
  ports: Ports,
  found: { user: UserRecord; member: MemberRecord },
  inviterName: string,
): Promise<void> => {
  await takeAttempt(ports, RESEND_PER_USER, `${found.member.tenantId}:${found.member.email}`)
  await mailInvitation(ports, found, inviterName)
}

/** Pending invitations of one user. */
interface OpenInvitations {
  user: UserRecord | undefined
  members: MemberRecord[]
}

/** Returns the invitation to a tenant by the email entered there, because the user may have changed theirs since. */
const invitationTo = async ({ store }: Ports, tenantId: string, email: string): Promise<OpenInvitations> => {
  const member = await store.members.find({ tenantId, email, activated: false })
  const user = await store.users.get(member?.userId ?? NO_USER)
  return { user, members: member ? [member] : [] }
}

const invitationsOf = async ({ store }: Ports, email: string, which: 'all' | 'latest'): Promise<OpenInvitations> => {
  const user = await store.users.find({ email })
  const members = await store.members.list({ userId: user?.id ?? NO_USER, activated: false })
  members.sort((left, right) => (right.invitedAt ?? 0) - (left.invitedAt ?? 0))
  return { user, members: which === 'all' ? members : members.slice(0, 1) }
}

/** Sends a user who lost an invitation a new link; the response doesn't reveal whether one exists. */
export const mailPendingInvitation = async (
  ports: Ports,
  caller: Caller,
  given: string,
  which: 'all' | 'latest' | { tenantId: string },
): Promise<void> => {
  const email = normalizeEmail(given) ?? ''
  await takeAttempt(ports, MAIL_PER_ACCOUNT, `invitation:${email}`)
  const { user, members } = await (typeof which === 'object'
    ? invitationTo(ports, which.tenantId, email)
    : invitationsOf(ports, email, which))
  const [first, ...others] = members
  const send = (member: MemberRecord | undefined) => sendPending(ports, caller, { email, user, member })
  await send(first)
  // The emails aren't awaited, because the duration of the response would reveal the number of invitations.
  void Promise.all(others.map(send)).catch((error: unknown) => ports.log.error('An invitation failed', error))
}

interface Pending {
  email: string
  user: UserRecord | undefined
  member: MemberRecord | undefined
}

/**
 * Sends a pending invitation again. It does the same work whether or not there is one, and doesn't wait for the email.
 */
const sendPending = async (ports: Ports, caller: Caller, { email, user, member }: Pending): Promise<void> => {
  const found = user && member ? { user, member } : undefined
  const mail = await writeInvitation(ports, found, '')
  const slot = await takeSlot(ports, INVITATIONS_ON_REQUEST, mailboxOf(email))
  if (found && slot === 'within') void post(ports, { ...mail, isAwaited: true })
  await audit(ports, caller, {
    tenantId: member?.tenantId ?? '',
    user: { id: member ? shownIdOf(member) : NO_USER, email: member?.email ?? email },
    action: found ? 'Invitation sent again' : 'Invitation not found',
    resource: 'Invitations',
    description: member
      ? `The invitation of ${member.email} was sent again`
      : 'No invitation is pending for this email',
  })
}
