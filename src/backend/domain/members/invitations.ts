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
import { MAIL_PER_ACCOUNT, takeTry } from '../limits/limits.ts'
import { invitationMail, post } from '../mail/mails.ts'
import { policyOf } from '../policies/policies.ts'
import { memberRecord } from './members.ts'

export interface NewMember {
  email: string
  name: string
  phone: string | null
  roleIds: readonly string[]
  temporaryUntil: number | null
}

export const invitedEmail = async (ports: Ports, tenantId: string, given: string): Promise<string> => {
  const email = normalizeEmail(given)
  if (email === undefined) throw badRequest('This is not an email address')
  if (!isEmailAllowed(email, await policyOf(ports.store, 'email-domains', tenantId))) {
    throw forbidden('Addresses of this domain may not join this account')
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

/** One person, however many tenants: somebody known joins with the account she has. */
const insertMember = (ports: Ports, tenantId: string, given: NewMember) =>
  ports.store.transaction(async (store) => {
    const known = await store.users.find({ email: given.email })
    // Nobody has proven the address yet, so that the password may be a stranger's: the invited person sets her own.
    if (known && !known.verified) await store.users.update({ id: known.id }, { passwordHash: null })
    const user =
      (known && { ...known, passwordHash: known.verified ? known.passwordHash : null }) ??
      (await store.users.insert(newUser(ports, tenantId, given)))
    const { roleIds, temporaryUntil } = given
    const record = memberRecord(ports, user, { tenantId, roleIds, activated: false, temporaryUntil })
    return { user, member: await store.members.insert(record) }
  })

/** Adds a member who has yet to accept, and mails her the way in. */
export const invite = async (ports: Ports, caller: Caller, auth: Auth, given: NewMember) => {
  const added = await insertMember(ports, auth.tenantId, given).catch((error: unknown) => {
    if (error instanceof DuplicateError) throw conflict('This person is a member of the account already')
    throw error
  })
  await audit(ports, caller, {
    tenantId: auth.tenantId,
    user: auth.user,
    action: 'User invited',
    resource: 'Invitations',
    description: `Invited ${given.email}`,
    detail: { userId: added.user.id },
  })
  await mailInvitation(ports, added, auth.user.name)
  return added
}

/** Whoever has no password yet is led to where she sets one. */
export const mailInvitation = async (
  ports: Ports,
  { user, member }: { user: UserRecord; member: MemberRecord },
  inviterName: string,
): Promise<void> => {
  const isNew = user.passwordHash === null
  const tenant = await ports.store.tenants.get(member.tenantId)
  const purpose = isNew ? 'activation' : 'invitation'
  const token = await issueTicket(ports, { purpose, userId: user.id, tenantId: member.tenantId })
  const addressee = { userId: user.id, email: user.email, name: user.name, token }
  await post(ports, await invitationMail(ports, addressee, { tenantName: tenant?.name ?? '', inviterName, isNew }))
}

/** All of them, or the one to the tenant that asks, or the latest. */
const chosen = (pending: MemberRecord[], which: 'all' | { tenantId?: string }): MemberRecord[] => {
  if (which === 'all') return pending
  if (which.tenantId !== undefined) return pending.filter(({ tenantId }) => tenantId === which.tenantId)
  return pending.sort((left, right) => (right.invitedAt ?? 0) - (left.invitedAt ?? 0)).slice(0, 1)
}

/** For a person who lost her invitation: no answer tells whether there is one. */
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
      user,
      action: 'Invitation sent again',
      resource: 'Invitations',
      description: `The invitation of ${email} was sent again`,
    })
  }
}
