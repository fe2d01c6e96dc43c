import ipaddr from 'ipaddr.js'
import type { CallerRequest } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import { tooMany } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { Collections } from '../../../store/store.ts'

/** Groups of an IPv6 address that identify one customer of an internet provider: its 64-bit prefix (RFC 6177). */
const CUSTOMER_PREFIX_GROUPS = 4

/** Returns the network under which limits count an IP address. Text that isn't an IP address is returned unchanged. */
export const networkOf = (ipAddress: string): string => {
  if (!ipaddr.isValid(ipAddress)) return ipAddress
  const parsed = ipaddr.process(ipAddress)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = parsed.parts.slice(0, CUSTOMER_PREFIX_GROUPS).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}

/** Returns the caller's network, or `undefined` if the host doesn't provide the IP address. */
export const callerNetwork = ({ ipAddress }: Pick<Caller, 'ipAddress'>): string | undefined =>
  ipAddress === undefined ? undefined : networkOf(ipAddress)

export interface Limit {
  name: string
  tries: number
  windowMs: number
}

const MINUTE_MS = 60_000

/** Limits sign-ins per account, regardless of the network and the form of the path that the tries use. */
export const LOGIN_PER_ACCOUNT: Limit = { name: 'login-account', tries: 10, windowMs: 15 * MINUTE_MS }
/**
 * Counts consecutive failures for the lockout policy. Unknown emails are counted too, so that their responses are
 * alike.
 */
export const FAILED_LOGINS: Limit = {
  name: 'failed-logins',
  tries: Number.POSITIVE_INFINITY,
  windowMs: 43_200 * MINUTE_MS,
}
/** The limit is generous because one network can be a whole office, where one user must not lock out the others. */
export const LOGIN_PER_NETWORK: Limit = { name: 'login-address', tries: 300, windowMs: 15 * MINUTE_MS }
export const MAIL_PER_ACCOUNT: Limit = { name: 'mail-account', tries: 5, windowMs: 15 * MINUTE_MS }
/** Limits how often activation and invitation emails are sent again to one user. */
export const RESEND_PER_USER: Limit = { name: 'resend-user', tries: 3, windowMs: 60 * MINUTE_MS }
/**
 * Limits invitation emails to one recipient across all accounts, since anyone can create an account. Beyond the limit
 * no email is sent. The response doesn't show that, because it would reveal the invitations of other accounts.
 */
export const INVITATIONS_PER_RECIPIENT: Limit = { name: 'invitations-recipient', tries: 8, windowMs: 1_440 * MINUTE_MS }
/**
 * Limits invitation emails that the recipient, or someone in their name, requests. It is separate so that invitations
 * sent by accounts don't block these.
 */
export const INVITATIONS_ON_REQUEST: Limit = { name: 'invitations-request', tries: 8, windowMs: 1_440 * MINUTE_MS }
/** Limits attempts to use one valid link, such as with passwords that the policy refuses. */
export const TICKET_PER_TOKEN: Limit = { name: 'ticket-token', tries: 20, windowMs: 15 * MINUTE_MS }
/** Limits attempts to use links that never existed or no longer work. */
export const WRONG_LINKS_PER_NETWORK: Limit = { name: 'wrong-links', tries: 60, windowMs: 15 * MINUTE_MS }
/**
 * Limits wrong one-time codes per user and purpose, however many codes are outstanding. Anyone can request codes for
 * another user and enter wrong ones, which must not block the code that the owner has requested. So one network gets
 * ten tries an hour. The ten tries that all networks share count only from the second try of a code on, because the
 * number of codes sent already limits the first tries. With 32 codes an hour (`CODE_MESSAGES`), an attacker with any
 * number of networks gets 42 guesses an hour at a million codes, and fills the owner's mailbox; an attacker with a
 * single network gets 10.
 */
export const CODE_TRIES_PER_NETWORK: Limit = { name: 'code-tries-network', tries: 10, windowMs: 60 * MINUTE_MS }
export const REPEATED_CODE_TRIES: Limit = { name: 'code-tries', tries: 10, windowMs: 60 * MINUTE_MS }
export const PASSWORD_CHANGE: Limit = { name: 'password-change', tries: 10, windowMs: 15 * MINUTE_MS }
/** Limits tries of a second factor, both per challenge and per user, however often the password is entered. */
export const MFA_PER_CHALLENGE: Limit = { name: 'mfa-challenge', tries: 5, windowMs: 15 * MINUTE_MS }
export const MFA_PER_ACCOUNT: Limit = { name: 'mfa-account', tries: 15, windowMs: 15 * MINUTE_MS }
export const RECOVERY_PER_ACCOUNT: Limit = { name: 'recovery-account', tries: 5, windowMs: 60 * MINUTE_MS }
export const CODE_MESSAGES: Limit = { name: 'code-messages', tries: 8, windowMs: 15 * MINUTE_MS }
/** Limits codes to a phone number that was typed but never verified, across all users who type it. */
export const TEXTS_PER_TYPED_NUMBER: Limit = { name: 'typed-number', tries: 10, windowMs: 60 * MINUTE_MS }
export const SIGN_UP_PER_NETWORK: Limit = { name: 'sign-up-address', tries: 60, windowMs: 60 * MINUTE_MS }

/**
 * Limits calls of signed-out users that send a message, and failed tries of mailed links and codes. Each call writes
 * rows under names that the caller chooses, so limits per email or user alone would not bound them.
 */
export const MESSAGES_PER_NETWORK: Limit = { name: 'messages-network', tries: 300, windowMs: 15 * MINUTE_MS }
/**
 * Limits codes of second factors, which are sent after the correct password. It is separate so that calls of signed-out
 * users don't block these.
 */
export const MFA_MESSAGES_PER_NETWORK: Limit = { name: 'mfa-messages-network', tries: 300, windowMs: 15 * MINUTE_MS }
export const GUESSES_PER_NETWORK: Limit = { name: 'guesses-network', tries: 300, windowMs: 15 * MINUTE_MS }

const keyOf = (ports: Pick<Ports, 'keyedHash'>, limit: Limit, subject: string) =>
  ports.keyedHash('limit', `${limit.name}:${subject}`)

/** Counts one try and returns the number of tries in the window. */
const count = async (ports: Ports, limit: Limit, id: string): Promise<{ tries: number; windowEndsAt: number }> => {
  const now = ports.clock.now()
  const row = await ports.store.countAttempt({ id, now, windowEndsAt: now + limit.windowMs })
  return { tries: row.count, windowEndsAt: row.windowEndsAt }
}

/** Takes a try before the secret is compared, and throws a 429 refusal if none is left. */
export const takeAttempt = async (ports: Ports, limit: Limit, subject: string): Promise<number> => {
  const { tries, windowEndsAt } = await count(ports, limit, await keyOf(ports, limit, subject))
  if (tries > limit.tries) throw tooMany(Math.max(1, Math.ceil((windowEndsAt - ports.clock.now()) / 1_000)))
  return tries
}

const atNetwork = ({ ipAddress = '' }: Caller, subject: string | undefined): string =>
  [...(subject === undefined ? [] : [subject]), networkOf(ipAddress)].join(' ')

/**
 * Takes a try from the limit of the caller's network, per subject if one is given. No limit per network applies if the
 * host doesn't provide the IP address.
 */
export const takeNetworkTry = async (
  { ports, caller }: CallerRequest,
  limit: Limit,
  subject?: string,
): Promise<void> => {
  if (caller.ipAddress !== undefined) await takeAttempt(ports, limit, atNetwork(caller, subject))
}

export const forgetNetworkTries = ({ ports, caller }: CallerRequest, limit: Limit, subject: string): Promise<void> =>
  forgetAttempts(ports, limit, atNetwork(caller, subject))

const triesUntilNow = async (ports: Ports, id: string): Promise<number> => {
  const row = await ports.store.attempts.get(id)
  return row && row.windowEndsAt > ports.clock.now() ? row.count : 0
}

/** Returns whether no try is left in the window, without taking one. */
export const isUsedUp = async (ports: Ports, limit: Limit, subject: string): Promise<boolean> =>
  (await triesUntilNow(ports, await keyOf(ports, limit, subject))) >= limit.tries

/** `first-beyond` occurs once in each window: the first try after the last allowed one. */
type Slot = 'within' | 'first-beyond' | 'beyond'

/** Counts an event that may happen a limited number of times per window, and returns its place without refusing it. */
export const takeSlot = async (ports: Ports, limit: Limit, subject: string): Promise<Slot> => {
  const id = await keyOf(ports, limit, subject)
  // This check writes nothing, so repeated calls don't wait for each other.
  if ((await triesUntilNow(ports, id)) > limit.tries) return 'beyond'
  const { tries } = await count(ports, limit, id)
  if (tries <= limit.tries) return 'within'
  return tries === limit.tries + 1 ? 'first-beyond' : 'beyond'
}

/** Gives a slot back whose event didn't happen, unless another call changes the number of slots at the same moment. */
export const returnSlot = async (ports: Ports, limit: Limit, subject: string): Promise<void> => {
  const id = await keyOf(ports, limit, subject)
  const { count } = (await ports.store.attempts.get(id)) ?? {}
  if (count) await ports.store.attempts.update({ id, count }, { count: count - 1 })
}

/**
 * Takes the only slot of a window together with a change. If another process has taken it, the transaction fails with a
 * `DuplicateError`; if the transaction fails, the slot isn't taken.
 */
export const takeSlotInside = async (
  store: Collections,
  ports: Pick<Ports, 'keyedHash' | 'clock'>,
  { limit, subject }: { limit: Limit; subject: string },
): Promise<void> => {
  const id = await keyOf(ports, limit, subject)
  const now = ports.clock.now()
  await store.attempts.delete({ id, windowEndsAt: { lt: now + 1 } })
  await store.attempts.insert({ id, count: limit.tries, windowEndsAt: now + limit.windowMs })
}

/** Returns whether this is the first time in the window, for effects that must happen once. */
export const isFirst = async (ports: Ports, name: string, subject: string): Promise<boolean> => {
  const limit = { name, tries: 1, windowMs: 60 * MINUTE_MS }
  return (await count(ports, limit, await keyOf(ports, limit, subject))).tries === 1
}

/** Returns the number of consecutive failed sign-ins by email; emails with fewer than `min` are left out. */
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
  // Usually only few emails have failures, in any account, so reading all of those rows is less work than looking up
  // each email.
  const rows =
    total <= emails.length
      ? (await attempts.list(failed)).filter(({ id }) => emailById.has(id))
      : await inChunks(ids, (part) => attempts.list({ ...failed, id: { in: part } }))
  const open = rows.filter(({ windowEndsAt }) => windowEndsAt > now)
  return new Map(open.flatMap(({ id, count: failed }) => [[emailById.get(id) ?? '', failed] as const]))
}

/** Clears the tries counted for a subject, of one or several limits, after a success. */
export const forgetAttempts = async (
  ports: Ports,
  limits: Limit | readonly Limit[],
  subject: string,
): Promise<void> => {
  const ids = await Promise.all([limits].flat().map((limit) => keyOf(ports, limit, subject)))
  await ports.store.attempts.delete({ id: { in: ids } })
}

/**
 * Restarts the lockout's count after an unlock. The limit of guesses is kept, because otherwise every unlock would
 * allow more guesses.
 */
export const forgetFailures = (ports: Ports, email: string): Promise<void> =>
  forgetAttempts(ports, FAILED_LOGINS, email)

/** Clears the account's failures and guesses after a sign-in or a password reset. */
export const forgetLogins = (ports: Ports, email: string): Promise<void> =>
  forgetAttempts(ports, [LOGIN_PER_ACCOUNT, FAILED_LOGINS], email)

/**
 * Limits that the edge applies before it runs a call of a signed-out user. Such a call writes a row, and may send a
 * message, for any email or id it names, so a limit per email or id alone would not bound it.
 */
export const NETWORK_LIMITS: Readonly<Record<string, Limit>> = {
  'password.forgotPassword': MESSAGES_PER_NETWORK,
  'activation.resendActivationEmail': MESSAGES_PER_NETWORK,
  'invitation.resendInvitationEmail': MESSAGES_PER_NETWORK,
  'invitation.resendInvitationToAllTenants': MESSAGES_PER_NETWORK,
  'phoneReset.resetPhoneNumber': MESSAGES_PER_NETWORK,
  'password.resetPassword': GUESSES_PER_NETWORK,
  'activation.getActivationStrategy': GUESSES_PER_NETWORK,
  'activation.activateAccount': GUESSES_PER_NETWORK,
  'invitation.verifyInviteToken': GUESSES_PER_NETWORK,
  'invitation.acceptInvitation': GUESSES_PER_NETWORK,
  'phoneReset.verifyResetPhoneNumber': GUESSES_PER_NETWORK,
  'phoneReset.changePhoneNumber': GUESSES_PER_NETWORK,
  'mfaLogin.recover': GUESSES_PER_NETWORK,
  'linkOwner.getLinkOwner': GUESSES_PER_NETWORK,
  'selfService.undoEmailChange': GUESSES_PER_NETWORK,
  'selfService.restoreUser': GUESSES_PER_NETWORK,
}
