import type { Caller } from '../../../call/caller.ts'
import { tooMany } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { Collections } from '../../../store/store.ts'
import { networkOf } from './network.ts'

export interface Limit {
  name: string
  tries: number
  windowMs: number
}

const MINUTE_MS = 60_000

/** Per account, whatever network or path form the tries come from. */
export const LOGIN_PER_ACCOUNT: Limit = { name: 'login-account', tries: 10, windowMs: 15 * MINUTE_MS }
/** Consecutive failures, for the lockout policy; counted for unknown emails too, so that both respond alike. */
export const FAILED_LOGINS: Limit = {
  name: 'failed-logins',
  tries: Number.POSITIVE_INFINITY,
  windowMs: 43_200 * MINUTE_MS,
}
/** Generous, because one network can be a whole office: a single user must not lock out the others. */
export const LOGIN_PER_NETWORK: Limit = { name: 'login-address', tries: 300, windowMs: 15 * MINUTE_MS }
export const MAIL_PER_ACCOUNT: Limit = { name: 'mail-account', tries: 5, windowMs: 15 * MINUTE_MS }
/** Activation and invitation emails that are sent again to one user. */
export const RESEND_PER_USER: Limit = { name: 'resend-user', tries: 3, windowMs: 60 * MINUTE_MS }
/**
 * Invitation emails to one recipient, whichever accounts send them: anyone can found accounts. Beyond it no email is sent.
 * No response shows that, as an account would learn of the others.
 */
export const INVITATIONS_PER_RECIPIENT: Limit = { name: 'invitations-recipient', tries: 8, windowMs: 1_440 * MINUTE_MS }
/** Of emails that the recipient, or someone in their name, asks for: what accounts use up must not block these. */
export const INVITATIONS_ON_REQUEST: Limit = { name: 'invitations-request', tries: 8, windowMs: 1_440 * MINUTE_MS }
/** Attempts to use one genuine link, such as with passwords that the policy refuses. */
export const TICKET_PER_TOKEN: Limit = { name: 'ticket-token', tries: 20, windowMs: 15 * MINUTE_MS }
/** Links that never existed or no longer work. */
export const WRONG_LINKS_PER_NETWORK: Limit = { name: 'wrong-links', tries: 60, windowMs: 15 * MINUTE_MS }
/**
 * Wrong one-time codes of one user and purpose, however many codes are outstanding. Anyone can request codes for another
 * user and enter wrong ones, which must not block the code that the owner has requested. So one network gets ten tries an
 * hour, and the ten that all networks share are only about the second try of a code and later ones: the first is bounded
 * by how many codes are sent. With 32 codes an hour (`CODE_MESSAGES`) that leaves 42 guesses an hour of a million codes to
 * an attacker with any number of networks, who also fills the mailbox of the owner; 10 to one with a single network.
 */
export const CODE_TRIES_PER_NETWORK: Limit = { name: 'code-tries-network', tries: 10, windowMs: 60 * MINUTE_MS }
export const REPEATED_CODE_TRIES: Limit = { name: 'code-tries', tries: 10, windowMs: 60 * MINUTE_MS }
export const PASSWORD_CHANGE: Limit = { name: 'password-change', tries: 10, windowMs: 15 * MINUTE_MS }
/** A second factor: tries per challenge, and per user however often the password is entered. */
export const MFA_PER_CHALLENGE: Limit = { name: 'mfa-challenge', tries: 5, windowMs: 15 * MINUTE_MS }
export const MFA_PER_ACCOUNT: Limit = { name: 'mfa-account', tries: 15, windowMs: 15 * MINUTE_MS }
export const RECOVERY_PER_ACCOUNT: Limit = { name: 'recovery-account', tries: 5, windowMs: 60 * MINUTE_MS }
export const CODE_MESSAGES: Limit = { name: 'code-messages', tries: 8, windowMs: 15 * MINUTE_MS }
/** Codes to a number that someone typed and no one has proven, whichever users type it. */
export const TEXTS_PER_TYPED_NUMBER: Limit = { name: 'typed-number', tries: 10, windowMs: 60 * MINUTE_MS }
export const SIGN_UP_PER_NETWORK: Limit = { name: 'sign-up-address', tries: 60, windowMs: 60 * MINUTE_MS }

/**
 * Calls of signed-out users that send a message, and failed tries of mailed links and codes. Each writes rows under
 * names the caller chooses, so limits per email or user alone would not bound them.
 */
export const MESSAGES_PER_NETWORK: Limit = { name: 'messages-network', tries: 300, windowMs: 15 * MINUTE_MS }
/** Codes of second factors, after the right password: what signed-out users use up must not block these. */
export const MFA_MESSAGES_PER_NETWORK: Limit = { name: 'mfa-messages-network', tries: 300, windowMs: 15 * MINUTE_MS }
export const GUESSES_PER_NETWORK: Limit = { name: 'guesses-network', tries: 300, windowMs: 15 * MINUTE_MS }

const keyOf = (ports: Pick<Ports, 'keyedHash'>, limit: Limit, subject: string) =>
  ports.keyedHash('limit', `${limit.name}:${subject}`)

/** Counts one try and returns how many there were in the window. */
const count = async (ports: Ports, limit: Limit, id: string): Promise<{ tries: number; windowEndsAt: number }> => {
  const now = ports.clock.now()
  const row = await ports.store.countAttempt({ id, now, windowEndsAt: now + limit.windowMs })
  return { tries: row.count, windowEndsAt: row.windowEndsAt }
}

/** Takes one of the tries before the secret is compared; refuses with 429 when none is left. */
export const takeTry = async (ports: Ports, limit: Limit, subject: string): Promise<number> => {
  const { tries, windowEndsAt } = await count(ports, limit, await keyOf(ports, limit, subject))
  if (tries > limit.tries) throw tooMany(Math.max(1, Math.ceil((windowEndsAt - ports.clock.now()) / 1_000)))
  return tries
}

interface NetworkCall {
  ports: Ports
  caller: Caller
}

const atNetwork = ({ ipAddress = '' }: Caller, subject: string | undefined): string =>
  [...(subject === undefined ? [] : [subject]), networkOf(ipAddress)].join(' ')

/**
 * Takes one of the tries of the caller's network, of a subject alone where there is one. A host that measures no IP
 * address has no limits per network.
 */
export const takeNetworkTry = async ({ ports, caller }: NetworkCall, limit: Limit, subject?: string): Promise<void> => {
  if (caller.ipAddress !== undefined) await takeTry(ports, limit, atNetwork(caller, subject))
}

export const forgetNetworkTries = ({ ports, caller }: NetworkCall, limit: Limit, subject: string): Promise<void> =>
  forgetTries(ports, limit, atNetwork(caller, subject))

const triesUntilNow = async (ports: Ports, id: string): Promise<number> => {
  const row = await ports.store.attempts.get(id)
  return row && row.windowEndsAt > ports.clock.now() ? row.count : 0
}

/** Whether no try is left in the window; takes none. */
export const isUsedUp = async (ports: Ports, limit: Limit, subject: string): Promise<boolean> =>
  (await triesUntilNow(ports, await keyOf(ports, limit, subject))) >= limit.tries

/** `first-beyond`: once in each window, the first after the last of the tries. */
type Slot = 'within' | 'first-beyond' | 'beyond'

/** Takes one of the tries of something that may happen so often in the window, and refuses nothing. */
export const takeSlot = async (ports: Ports, limit: Limit, subject: string): Promise<Slot> => {
  const id = await keyOf(ports, limit, subject)
  // Without a write: callers that repeat themselves do not wait for each other.
  if ((await triesUntilNow(ports, id)) > limit.tries) return 'beyond'
  const { tries } = await count(ports, limit, id)
  if (tries <= limit.tries) return 'within'
  return tries === limit.tries + 1 ? 'first-beyond' : 'beyond'
}

/** Whether this is the first time in the window, for effects that must happen once. */
export const isFirst = async (ports: Ports, name: string, subject: string): Promise<boolean> => {
  const limit = { name, tries: 1, windowMs: 60 * MINUTE_MS }
  return (await count(ports, limit, await keyOf(ports, limit, subject))).tries === 1
}

/** How often signing in failed in a row, by email; those who failed less than `min` times are left out. */
export const failedLoginsOf = async (
  ports: Pick<Ports, 'keyedHash' | 'clock'> & { store: Collections },
  emails: readonly string[],
  min: number,
): Promise<ReadonlyMap<string, number>> => {
  const now = ports.clock.now()
  const { attempts } = ports.store
  const failed = { count: { gte: min }, windowEndsAt: { gte: now } }
  const total = await attempts.count(failed)
  if (total === 0) return new Map()
  const emailById = new Map<string, string>()
  for (const email of emails) emailById.set(await keyOf(ports, FAILED_LOGINS, email), email)
  const ids = [...emailById.keys()]
  // Usually few have failed at all, of whatever account: reading them is less work than asking for each email.
  const rows =
    total <= emails.length
      ? (await attempts.list(failed)).filter(({ id }) => emailById.has(id))
      : await inChunks(ids, (part) => attempts.list({ ...failed, id: { in: part } }))
  const open = rows.filter(({ windowEndsAt }) => windowEndsAt > now)
  return new Map(open.flatMap(({ id, count: failed }) => [[emailById.get(id) ?? '', failed] as const]))
}

/** A success clears what was counted, of one limit or of several about the same subject. */
export const forgetTries = async (ports: Ports, limits: Limit | readonly Limit[], subject: string): Promise<void> => {
  const ids = await Promise.all([limits].flat().map((limit) => keyOf(ports, limit, subject)))
  await ports.store.attempts.delete({ id: { in: ids } })
}

/**
 * After an unlock the lockout counts from zero. The limit of guesses stays: it would otherwise be as high as
 * administrators unlock often.
 */
export const forgetFailures = (ports: Ports, email: string): Promise<void> => forgetTries(ports, FAILED_LOGINS, email)

/** A sign-in or a reset clears the account's failures and guesses. */
export const forgetLogins = (ports: Ports, email: string): Promise<void> =>
  forgetTries(ports, [LOGIN_PER_ACCOUNT, FAILED_LOGINS], email)
