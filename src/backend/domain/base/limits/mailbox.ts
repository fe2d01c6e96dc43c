import type { Ports } from '../../../ports.ts'
import { type Limit, takeSlot } from './limits.ts'

const DAY_MS = 86_400_000

/** Limits sign-ups with the subaddresses of one mailbox, each of which sends it an email that its owner may not want. */
export const SIGN_UPS_PER_MAILBOX: Limit = { name: 'sign-up-mailbox', tries: 20, windowMs: DAY_MS }
/** Limits codes for a change of email, across all users who enter the emails of one mailbox. */
export const EMAIL_CHANGES_PER_MAILBOX: Limit = { name: 'email-change-mailbox', tries: 8, windowMs: DAY_MS }
/**
 * Limits emails to a mailbox that no one has proven to be theirs: anyone can sign up with an email that isn't
 * theirs and then request links and codes.
 */
export const UNPROVEN_PER_MAILBOX: Limit = { name: 'unproven-mailbox', tries: 20, windowMs: DAY_MS }

/** Domains whose mail server ignores dots in front of the @ and which share their mailboxes. */
const DOTLESS = ['gmail.com', 'googlemail.com']

/**
 * Returns the mailbox of an email, without its subaddress (RFC 5233), because all subaddresses lead to the same mailbox.
 * So do all spellings of a Gmail address with dots. It serves limits only: an email is never sent to it.
 *
 * @example mailboxOf('ada+news@acme.test') // 'ada@acme.test'
 * @example mailboxOf('A.d.a@googlemail.com') // 'ada@gmail.com'
 */
export const mailboxOf = (email: string): string => {
  const [, local = '', domain = ''] = /^([^+@]*)[^@]*@(.*)$/s.exec(email.toLowerCase()) ?? []
  if (domain === '') return email.toLowerCase()
  return DOTLESS.includes(domain) ? `${local.replaceAll('.', '')}@${DOTLESS[0]}` : `${local}@${domain}`
}

/**
 * Counts an email that a signed-out user requests, and returns whether it may be sent. The same work is done for every
 * email, and a proven one has no limit here.
 */
export const maySendTo = async (ports: Ports, email: string, { isProven }: { isProven: boolean }): Promise<boolean> =>
  (await takeSlot(ports, UNPROVEN_PER_MAILBOX, mailboxOf(email))) === 'within' || isProven
