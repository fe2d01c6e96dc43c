import type { Caller, Reply } from '../../call/caller.ts'
import { cookieNameOf, privateCookie } from '../../call/cookies.ts'
import type { Ports } from '../../ports.ts'
import type { TicketRecord, UserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { endAllSessions } from '../access/end-session.ts'
import { updateCopies } from '../members/member-copies.ts'
import { resetFoundedAccounts } from '../tenants/founded-accounts.ts'
import { deleteDirectories } from '../tenants/sub-accounts.ts'
import { isEqual } from './constant-time.ts'
import { TICKET_LIFE_MS } from './tickets.ts'

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

const isSignUpBrowser = async ({ ports, caller }: { ports: Ports; caller: Caller }, userId: string) =>
  isEqual(caller.cookie(nameOf(ports)) ?? '', await markOf(ports, userId))

/** Secrets that only ever were in the mailbox, invitations of other tenants among them: their reader is the owner. */
const MAILED: readonly TicketRecord['purpose'][] = ['activation', 'invitation']

/** Whatever its maker could still come in by, whether it exists already or is pending. */
const dropAccess = async (store: Collections, userId: string, now: number): Promise<void> => {
  await endAllSessions(store, userId, now)
  await store.factors.delete({ userId })
  await store.identities.delete({ userId })
  await store.oldPasswords.delete({ userId })
  await store.apiTokens.delete({ userId })
  await deleteDirectories(store, { ownerId: userId })
  await resetFoundedAccounts(store, userId, now)
  const places = await store.members.list({ userId })
  await store.apiTokens.delete({ tenantId: { in: places.map(({ tenantId }) => tenantId) }, createdByUserId: userId })
  const pending = (await store.tickets.list({ userId })).filter(({ purpose }) => !MAILED.includes(purpose))
  await store.tickets.delete({ id: { in: pending.map(({ id }) => id) } })
}

const DROPPED = { passwordHash: null, phone: null, mfaEnrolled: false, isBreachedPassword: false } as const
const DROPPED_COPIES = { mfaEnrolled: false, factor: null, isBreachedPassword: false } as const

export interface EmailProof {
  /** Whether the password of the account, if it has one, is known to come from the user who proves the email. */
  keepsPassword: boolean
  /** Marks the email as proven; runs in the transaction that uses up the proof. */
  settle(store: Collections): Promise<void>
}

/**
 * The only way an email becomes proven. The first proof of an email drops everything made before it: password, sessions,
 * factors, passkeys, phone numbers, tokens, linked accounts, grants, what is pending, and everything in the accounts they
 * founded. Anyone may have signed up with this email and prepared the account for its owner. What the prover made stays,
 * as the browser that created the account shows.
 */
export const emailProofOf = async (
  call: { ports: Ports; caller: Caller },
  user: Pick<UserRecord, 'id' | 'verified'>,
): Promise<EmailProof> => {
  const { id } = user
  const keepsPassword = user.verified || (await isSignUpBrowser(call, id))
  const now = call.ports.clock.now()
  return {
    keepsPassword,
    async settle(store) {
      const patch = { verified: true, ...(!keepsPassword && DROPPED) }
      if (!(await store.users.update({ id, verified: false }, patch))) return
      await updateCopies(store, id, { verified: true, ...(!keepsPassword && DROPPED_COPIES) })
      if (!keepsPassword) await dropAccess(store, id, now)
    },
  }
}

/** For proofs that change nothing else. Returns the user as it is now. */
export const proveEmail = async (call: { ports: Ports; caller: Caller }, user: UserRecord): Promise<UserRecord> => {
  if (user.verified) return user
  const { settle } = await emailProofOf(call, user)
  await call.ports.store.transaction(settle)
  return (await call.ports.store.users.get(user.id)) ?? user
}
