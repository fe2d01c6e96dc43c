import { codeDigits } from '../../../../rules/digits.ts'
import type { CallerRequest } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { TicketRecord } from '../../../store/records.ts'
import { isEqual } from '../../base/constant-time.ts'
import {
  CODE_TRIES_PER_NETWORK,
  forgetAttempts,
  forgetNetworkTries,
  REPEATED_CODE_TRIES,
  takeAttempt,
  takeNetworkTry,
} from '../../base/limits/limits.ts'
import { issueTicket, keepSecret, liveTicket, spendTicket, TICKET_LIFE_MS, wrongCode } from '../../base/tickets.ts'

type CodePurpose = 'mfa-code' | 'login-code' | 'phone-code' | 'phone-reset' | 'email-change'

/**
 * Purposes that anyone who knows an email can request, so a stranger's code must not invalidate the one the owner is
 * about to enter.
 */
const OPEN_PURPOSES: readonly CodePurpose[] = ['login-code', 'phone-reset']

const DIGITS = 6
const MAX_TRIES = 5

const hashOf = (ports: Ports, token: string, code: string) => ports.keyedHash('code', `${token}:${code}`)

interface NewCode {
  purpose: CodePurpose
  userId: string | null
  facts?: Record<string, string>
}

/**
 * Issues a code to send and a handle that only the requesting browser holds. Earlier codes of a user who is signed in
 * or has proven the first factor stop working. `facts.subject` replaces the user if the request named one that doesn't
 * exist.
 */
export const issueCode = async (
  ports: Ports,
  { purpose, userId, facts = {} }: NewCode,
): Promise<{ token: string; code: string }> => {
  const code = ports.random.digits(DIGITS)
  const ticket = { purpose, userId, tenantId: null }
  if (OPEN_PURPOSES.includes(purpose)) {
    const token = ports.random.token(32)
    const detail = { ...facts, codeHash: await hashOf(ports, token, code) }
    await keepSecret(ports, token, { ...ticket, lifeMs: TICKET_LIFE_MS[purpose], detail })
    return { token, code }
  }
  const token = await issueTicket(ports, { ...ticket, detail: facts })
  const codeHash = await hashOf(ports, token, code)
  const issued = await liveTicket(ports, purpose, token)
  if (issued) await ports.store.tickets.update({ id: issued.id }, { detail: JSON.stringify({ ...facts, codeHash }) })
  return { token, code }
}

/**
 * Returns the key that attempts count against. It exists for unknown users too, because responses must not distinguish
 * them.
 */
const triesOf = ({ id, userId, purpose }: TicketRecord, facts: Record<string, unknown>): string =>
  `${purpose}:${userId ?? facts.subject ?? id}`

/**
 * Counts an attempt before the code is compared and returns the total; simultaneous attempts can't exceed the limit.
 */
const takeCodeTry = async (ports: Ports, ticket: TicketRecord): Promise<number> => {
  for (let tries = ticket.tries; tries < MAX_TRIES; tries++) {
    if (await ports.store.tickets.update({ id: ticket.id, tries, usedAt: null }, { tries: tries + 1 })) return tries + 1
  }
  throw wrongCode()
}

interface WantedCode {
  purpose: CodePurpose
  userId?: string
  token: string
  code: string
  facts?: Record<string, string>
}

/**
 * Verifies a code and returns the facts stored with it. It works once and allows at most five wrong attempts; `facts`
 * must match those it was issued with. All codes of a user for one purpose share the limits, so requesting another code
 * gives no more attempts.
 */
export const redeemCode = async (
  { ports, caller }: CallerRequest,
  wanted: WantedCode,
): Promise<{ userId: string | null; facts: Record<string, unknown> }> => {
  const ticket = await liveTicket(ports, wanted.purpose, wanted.token)
  if (!ticket || (wanted.userId !== undefined && ticket.userId !== wanted.userId)) throw wrongCode()
  const facts = jsonOf(ticket.detail)
  if (Object.entries(wanted.facts ?? {}).some(([name, value]) => facts[name] !== value)) throw wrongCode()
  const subject = triesOf(ticket, facts)
  const tries = await takeCodeTry(ports, ticket)
  await takeNetworkTry({ ports, caller }, CODE_TRIES_PER_NETWORK, subject)
  if (tries > 1) await takeAttempt(ports, REPEATED_CODE_TRIES, subject)
  const isRight = isEqual(String(facts.codeHash), await hashOf(ports, wanted.token, codeDigits(wanted.code)))
  if (!isRight) throw wrongCode()
  await spendTicket(ports.store, ticket, ports.clock.now())
  await forgetNetworkTries({ ports, caller }, CODE_TRIES_PER_NETWORK, subject)
  await forgetAttempts(ports, REPEATED_CODE_TRIES, subject)
  return { userId: ticket.userId, facts }
}
