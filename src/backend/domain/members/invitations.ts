import { normalizeEmail } from '../../../rules/email.ts'
import { isEmailAllowed } from '../../../rules/email-domain.ts'
import type { Auth } from '../../call/auth.ts'
import type { Caller } from '../../call/caller.ts'
import { badRequest, conflict, forbidden } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { MemberRecord, UserRecord } from '../../store/records.ts'
import { DuplicateError } from '../../store/store.ts'
import { audit } from '../audit/audit.ts'
import { issueTicket } from '../credentials/tickets.ts'
import { MAIL_PER_ACCOUNT, RESEND_PER_USER, takeTry } from '../limits/limits.ts'
import { invitationMail, post } from '../mail/mails.ts'
import { policyOf } from '../policies/policies.ts'
import { invitedRecord, shownIdOf } from './members.ts'

export interface NewMember {
  email: string
  name: string
  phone: string | null
  roleIds: readonly string[]
  temporaryUntil: number | null
}

export const invitedEmail = async (ports: Ports, tenantId: string, given: string): Promise<string> => {
  const email = normalizeEmail(given)
  if (email === undefined) throw badRequest('Enter a valid email address')
  if (!isEmailAllowed(email, await policyOf(ports.store, 'email-domains', tenantId))) {
    throw forbidden('Emails of this domain may not join this account')
  }
  return email
}

export const newUser = (ports: Ports, tenantId: string, given: NewMember): UserRecord => ({
  id: ports.random.uuid(),
  email: given.email,
  name: given.name,
  phone: given.phone,
  profilePictureUrl: null,
  passwordHash: null,
  verified: false,
  provider: 'local',
  mfaEnrolled: false,
  isBreachedPassword: false,
  superUser: false,
  tenantId,
  metadata: '{}',
  failedLogins: 0,
  lockedAt: null,
  createdAt: ports.clock.now(),
  lastLogin: null,
})

/**
 * One user, however many tenants: an email that has an account joins with it. The id of a new user is that of the
 * membership, so that the one shown stays the same after the invitation is accepted.
 */
const insertMember = (ports: Ports, tenantId: string, given: NewMember) =>
  ports.store.transaction(async (store) => {
    const known = await store.users.find({ email: given.email })
    const user = known ?? (await store.users.insert(newUser(ports, tenantId, given)))
    const record = invitedRecord(ports, user.id, { tenantId, ...given })
    return { user, member: await store.members.insert(known ? record : { ...record, id: user.id }) }
  })

/** Adds a member who has yet to accept, and mails the invitation. */
export const invite = async (ports: Ports, caller: Caller, auth: Auth, given: NewMember) => {
  const added = await insertMember(ports, auth.tenantId, given).catch((error: unknown) => {
    if (error instanceof DuplicateError) throw conflict('This user is already a member of the account')
    throw error
  })
  await audit(ports, caller, {
    tenantId: auth.tenantId,
    user: auth.user,
    action: 'User invited',
    resource: 'Invitations',
    description: `Invited ${given.email}`,
    detail: { userId: shownIdOf(added.member) },
  })
  await mailInvitation(ports, added, auth.user.name)
  return added
}

/** A user who has proven no email yet, or has no password, sets one by the link. */
export const mailInvitation = async (
  ports: Ports,
  { user, member }: { user: UserRecord; member: MemberRecord },
  inviterName: string,
): Promise<void> => {
  const isNew = user.passwordHash === null || !user.verified
  const tenant = await ports.store.tenants.get(member.tenantId)
  const purpose = isNew ? 'activation' : 'invitation'
  const token = await issueTicket(ports, { purpose, userId: user.id, tenantId: member.tenantId })
  const addressee = { userId: user.id, email: user.email, name: user.name, token }
  await post(ports, await invitationMail(ports, addressee, { tenantName: tenant?.name ?? '', inviterName, isNew }))
}

/** Sends the email again that lets a member in. The limit is per tenant: others must not learn of it, nor use it up. */
export const resendInvitation = async (
  ports: Ports,
  found: { user: UserRecord; member: MemberRecord },
  inviterName: string,
): Promise<void> => {
  await takeTry(ports, RESEND_PER_USER, `${found.member.tenantId}:${found.member.email}`)
  await mailInvitation(ports, found, inviterName)
}

/** All of them, the one to a tenant, or the latest. */
const chosen = (pending: MemberRecord[], which: 'all' | { tenantId?: string }): MemberRecord[] => {
  if (which === 'all') return pending
  if (which.tenantId !== undefined) return pending.filter(({ tenantId }) => tenantId === which.tenantId)
  return pending.sort((left, right) => (right.invitedAt ?? 0) - (left.invitedAt ?? 0)).slice(0, 1)
}

/** For a user who lost an invitation: the response doesn't show whether there is one. */
export const mailPendingInvitation = async (
  ports: Ports,
  caller: Caller,
  given: string,
  which: 'all' | { tenantId?: string },
): Promise<void> => {
  const email = normalizeEmail(given) ?? ''
  await takeTry(ports, MAIL_PER_ACCOUNT, `invitation:${email}`)
  const user = await ports.store.users.find({ email })
  const pending = user ? await ports.store.members.list({ userId: user.id, activated: false }) : []
  for (const member of chosen(pending, which)) {
    if (!user) continue
    void mailInvitation(ports, { user, member }, '').catch((error) => ports.log.error('An invitation failed', error))
    await audit(ports, caller, {
      tenantId: member.tenantId,
      user: { id: shownIdOf(member), email },
      action: 'Invitation sent again',
      resource: 'Invitations',
      description: `The invitation of ${email} was sent again`,
    })
  }
}
