import type { CallerRequest } from '../../../call/auth.ts'
import type { Reply } from '../../../call/caller.ts'
import { cookieNameOf, privateCookie } from '../../../call/cookies.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, TicketRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { audit } from '../../audit/audit.ts'
import { isEqual } from '../../base/constant-time.ts'
import { issueTicket, TICKET_LIFE_MS } from '../../base/tickets.ts'
import { founderInvitationMail, post } from '../../mail/mails.ts'
import { namedBy } from '../guarantor/guarantor.ts'
import { updateCopies } from '../members/members.ts'
import { endAllSessions } from '../sessions/end-session.ts'
import { type FoundedOutcome, type FounderProof, settleFoundedAccounts } from './founded-accounts.ts'
import { openOwnAccount } from './own-account.ts'
import { deleteDirectories } from './sub-accounts.ts'

/** Asks a user whether they founded the account that was created with their email and that others have since joined. */
const inviteFounder = async (ports: Ports, { userId, tenantId, email, name }: MemberRecord): Promise<void> => {
  const tenant = await ports.store.tenants.get(tenantId)
  const token = await issueTicket(ports, { purpose: 'invitation', userId, tenantId })
  await post(ports, await founderInvitationMail(ports, { userId, email, name, token }, tenant?.name ?? ''))
}

const markOf = (ports: Ports, userId: string): Promise<string> => ports.keyedHash('sign-up-browser', userId)

const nameOf = (ports: Ports): string => cookieNameOf(ports.config, 'signup')

/**
 * Sets a cookie that marks the browser which created the account. `userId` is `null` if no account was created, which
 * the response must not reveal.
 */
export const markSignUpBrowser = async (
  { ports, reply }: { ports: Ports; reply: Reply },
  userId: string | null,
): Promise<void> => {
  const value = await markOf(ports, userId ?? ports.random.uuid())
  const seconds = TICKET_LIFE_MS.activation / 1_000
  reply.headers.append('Set-Cookie', privateCookie(ports.config, { name: nameOf(ports), value, seconds }))
}

const isSignUpBrowser = async ({ ports, caller }: CallerRequest, userId: string) => {
  const mark = await markOf(ports, userId)
  return caller.cookies(nameOf(ports)).some((value) => isEqual(value, mark))
}

/**
 * Tickets whose secrets were only ever sent to the mailbox, including invitations of other tenants, so their reader
 * owns the email.
 */
const MAILED: readonly TicketRecord['purpose'][] = ['activation', 'invitation']

/** Circumstances of a proof, in addition to the email. */
interface ProofContext {
  /** The account that the user joins with this proof. */
  joins?: string | null
  /** The account whose identity provider made the proof, for a domain that the account has verified. */
  vouchedBy?: string
}

/** Removes all access that the creator of the user has or could still obtain, existing or pending. */
const dropAccess = async (
  ports: Omit<Ports, 'store'> & { store: Collections },
  { founderId: userId, vouchedBy }: FounderProof,
): Promise<FoundedOutcome> => {
  const { store } = ports
  await endAllSessions(store, userId, ports.clock.now())
  await store.factors.delete({ userId })
  await store.identities.delete({ userId })
  await store.oldPasswords.delete({ userId })
  await store.apiTokens.delete({ userId })
  const isVouchedFor = vouchedBy !== undefined && (await store.tenants.count({ id: vouchedBy, founderId: userId })) > 0
  const spared = isVouchedFor ? { tenantId: { not: vouchedBy } } : {}
  const owned = await store.directoryConnections.list({ ...spared, ownerId: { endsWith: userId } })
  const directories = owned.filter(({ ownerId }) => namedBy(ownerId).userId === userId).map(({ id }) => id)
  await deleteDirectories(store, { id: { in: directories } })
  const outcome = await settleFoundedAccounts(ports, { founderId: userId, vouchedBy })
  const places = (await store.members.list({ ...spared, userId })).map(({ tenantId }) => tenantId)
  await store.apiTokens.delete({ tenantId: { in: places }, createdByUserId: userId })
  const pending = (await store.tickets.list({ userId })).filter(({ purpose }) => !MAILED.includes(purpose))
  await store.tickets.delete({ id: { in: pending.map(({ id }) => id) } })
  return outcome
}

const DROPPED = { passwordHash: null, phone: null, mfaEnrolled: false, isBreachedPassword: false } as const
const DROPPED_COPIES = { mfaEnrolled: false, factor: null, isBreachedPassword: false } as const

const NOTHING: FoundedOutcome = { entries: [], invitations: [] }

/**
 * Marks the email as proven and settles what was created before. If two proofs run at once, only one counts as the
 * first.
 */
const settleFirst = async (
  ports: Ports,
  store: Collections,
  { userId, keepsPassword, joins, vouchedBy }: ProofContext & { userId: string; keepsPassword: boolean },
): Promise<FoundedOutcome> => {
  const patch = { verified: true, ...(!keepsPassword && DROPPED) }
  if (!(await store.users.update({ id: userId, verified: false }, patch))) return NOTHING
  await updateCopies(store, userId, { verified: true, ...(!keepsPassword && DROPPED_COPIES) })
  const inside = { ...ports, store }
  const outcome = keepsPassword ? NOTHING : await dropAccess(inside, { founderId: userId, vouchedBy })
  // The account's fate is decided only once, because a directory may make the email unproven again.
  await store.tenants.update({ founderId: userId }, { founderId: null })
  const [first] = outcome.invitations
  const isHomeless = first && (!joins || outcome.invitations.some(({ tenantId }) => tenantId === joins))
  if (isHomeless) outcome.entries.push(...(await openOwnAccount(inside, { userId, like: first.tenantId })))
  return outcome
}

export interface EmailProof {
  /** Whether the account's password, if any, is known to come from the user who proves the email. */
  keepsPassword: boolean
  /**
   * Runs the transaction that uses up the proof. It calls `settle` to mark the email as proven, which returns the
   * accounts that the user must be invited to again. Rows of the audit log are written at its end, and invitations sent
   * after it.
   */
  use(work: (store: Collections, settle: () => Promise<string[]>) => Promise<void>): Promise<void>
}

/**
 * Prepares the proof of an email, which is the only way that an email becomes proven. The first proof drops everything
 * created before it: password, sessions, factors, passkeys, phone numbers, tokens, linked accounts, grants, pending
 * changes, and the contents of the account the user founded, unless someone else has a claim to it. Anyone may have
 * signed up with this email and prepared the account for its owner. Nothing is dropped if the browser that created the
 * account makes the proof.
 */
export const emailProofOf = async (
  call: CallerRequest,
  user: Pick<UserRecord, 'id' | 'verified'>,
  context: ProofContext = {},
): Promise<EmailProof> => {
  const { ports, caller } = call
  const { id: userId } = user
  const keepsPassword = user.verified || (await isSignUpBrowser(call, userId))
  return {
    keepsPassword,
    async use(work) {
      const invitations: MemberRecord[] = []
      await ports.store.transaction(async (store) => {
        let outcome = NOTHING
        await work(store, async () => {
          outcome = await settleFirst(ports, store, { ...context, userId, keepsPassword })
          return outcome.invitations.map(({ tenantId }) => tenantId)
        })
        for (const entry of outcome.entries) await audit({ ...ports, store }, caller, entry)
        invitations.push(...outcome.invitations)
      })
      for (const member of invitations) await inviteFounder(ports, member)
    },
  }
}

/** Returns whether the user of a mailed link must choose a password with it. */
export const needsPassword = ({ passwordHash }: UserRecord, { keepsPassword }: EmailProof): boolean =>
  passwordHash === null || !keepsPassword

/** Proves an email when nothing else changes, and returns the updated user. */
export const proveEmail = async (
  call: CallerRequest,
  user: UserRecord,
  context?: ProofContext,
): Promise<UserRecord> => {
  if (user.verified) return user
  const proof = await emailProofOf(call, user, context)
  await proof.use(async (_store, settle) => void (await settle()))
  return (await call.ports.store.users.get(user.id)) ?? user
}
