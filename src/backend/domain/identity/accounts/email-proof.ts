import type { Caller, Reply } from '../../../call/caller.ts'
import { cookieNameOf, privateCookie } from '../../../call/cookies.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, TicketRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { audit } from '../../audit/audit.ts'
import { isEqual } from '../../base/constant-time.ts'
import { TICKET_LIFE_MS } from '../../base/tickets.ts'
import { updateCopies } from '../members/member-copies.ts'
import { endAllSessions } from '../sessions/end-session.ts'
import { type FoundedOutcome, type FounderProof, settleFoundedAccounts } from './founded-accounts.ts'
import { inviteFounder } from './founder-invitation.ts'
import { openOwnAccount } from './own-account.ts'
import { deleteDirectories } from './sub-accounts.ts'

const markOf = (ports: Ports, userId: string): Promise<string> => ports.keyedHash('sign-up-browser', userId)

const nameOf = (ports: Ports): string => cookieNameOf(ports.config, 'signup')

/** Marks the browser that created the account; `userId` is `null` when it created none, which a response must not show. */
export const markSignUpBrowser = async (
  { ports, reply }: { ports: Ports; reply: Reply },
  userId: string | null,
): Promise<void> => {
  const value = await markOf(ports, userId ?? ports.random.uuid())
  const seconds = TICKET_LIFE_MS.activation / 1_000
  reply.headers.append('Set-Cookie', privateCookie(ports.config, { name: nameOf(ports), value, seconds }))
}

const isSignUpBrowser = async ({ ports, caller }: { ports: Ports; caller: Caller }, userId: string) => {
  const mark = await markOf(ports, userId)
  return caller.cookies(nameOf(ports)).some((value) => isEqual(value, mark))
}

/** Secrets that only ever were in the mailbox, invitations of other tenants among them: their reader is the owner. */
const MAILED: readonly TicketRecord['purpose'][] = ['activation', 'invitation']

interface ProofCall {
  ports: Ports
  caller: Caller
}

/** What a proof says besides the email. */
interface ProofContext {
  /** The account that the prover joins by it. */
  joins?: string | null
  /** The account whose identity provider made it, for a domain that the account has verified. */
  vouchedBy?: string
}

/** Whatever its maker could still come in by, whether it exists already or is pending. */
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
  await deleteDirectories(store, { ...spared, ownerId: userId })
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

/** Marks the email as proven and settles what was made before; of two proofs at once only one is the first. */
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
  // What the account becomes is decided once: a directory may make the email unproven again.
  await store.tenants.update({ founderId: userId }, { founderId: null })
  const [first] = outcome.invitations
  const isHomeless = first && (!joins || outcome.invitations.some(({ tenantId }) => tenantId === joins))
  if (isHomeless) outcome.entries.push(...(await openOwnAccount(inside, { userId, like: first.tenantId })))
  return outcome
}

export interface EmailProof {
  /** Whether the password of the account, if it has one, is known to come from the user who proves the email. */
  keepsPassword: boolean
  /**
   * Runs the transaction that uses up the proof. It calls `settle` to mark the email as proven, which returns the accounts
   * that the user must be invited to again. Rows of the audit log are written at its end, and invitations sent after it.
   */
  use(work: (store: Collections, settle: () => Promise<string[]>) => Promise<void>): Promise<void>
}

/**
 * The only way an email becomes proven. The first proof of an email drops everything made before it: password, sessions,
 * factors, passkeys, phone numbers, tokens, linked accounts, grants, what is pending, and what is in the account they
 * founded while no one else has a claim to it. Anyone may have signed up with this email and prepared the account for its
 * owner. What the prover made stays, as the browser that created the account shows.
 */
export const emailProofOf = async (
  call: ProofCall,
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

/** Whether the user of a mailed link chooses a password by it. */
export const needsPassword = ({ passwordHash }: UserRecord, { keepsPassword }: EmailProof): boolean =>
  passwordHash === null || !keepsPassword

/** For proofs that change nothing else. Returns the user as it is now. */
export const proveEmail = async (call: ProofCall, user: UserRecord, context?: ProofContext): Promise<UserRecord> => {
  if (user.verified) return user
  const proof = await emailProofOf(call, user, context)
  await proof.use(async (_store, settle) => void (await settle()))
  return (await call.ports.store.users.get(user.id)) ?? user
}
