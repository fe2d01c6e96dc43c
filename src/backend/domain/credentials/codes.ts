import { badRequest } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { TicketRecord } from '../../store/records.ts'
import { CODE_TRIES_PER_USER, forgetTries, takeTry } from '../limits/limits.ts'
import { jsonOf } from '../wire/wire.ts'
import { isEqual } from './constant-time.ts'
import { issueTicket, liveTicket, spendTicket } from './tickets.ts'

type CodePurpose = 'mfa-code' | 'login-code' | 'phone-code' | 'phone-reset' | 'email-change'

const DIGITS = 6
const MAX_TRIES = 5

export const wrongCode = () => badRequest('This code is incorrect or has expired.')

const hashOf = (ports: Ports, token: string, code: string) => ports.keyedHash('code', `${token}:${code}`)

/**
 * A code for a message, and the handle that only the requesting browser holds; older codes of the user stop working.
 * `facts.subject` replaces the user where the request named one that doesn't exist.
 */
export const issueCode = async (
  ports: Ports,
  { purpose, userId, facts = {} }: { purpose: CodePurpose; userId: string | null; facts?: Record<string, string> },
): Promise<{ token: string; code: string }> => {
  const code = ports.random.digits(DIGITS)
  const token = await issueTicket(ports, { purpose, userId, tenantId: null, detail: facts })
  const codeHash = await hashOf(ports, token, code)
  const ticket = await liveTicket(ports, purpose, token)
  if (ticket) await ports.store.tickets.update({ id: ticket.id }, { detail: JSON.stringify({ ...facts, codeHash }) })
  return { token, code }
}

/** Who the tries of a code count against, whether the user exists or not: responses must not distinguish them. */
const triesOf = ({ id, userId }: TicketRecord, facts: Record<string, unknown>): string =>
  String(userId ?? facts.subject ?? id)

/** Counts a try before the code is compared; several at once cannot get more than their share. */
const takeCodeTry = async (ports: Ports, ticket: TicketRecord): Promise<void> => {
  for (let tries = ticket.tries; tries < MAX_TRIES; tries++) {
    if (await ports.store.tickets.update({ id: ticket.id, tries, usedAt: null }, { tries: tries + 1 })) return
  }
  throw wrongCode()
}

/**
 * What was kept with the code. Right once, and wrong at most five times; `facts` must be those it was issued with. All
 * codes of a user share one counter, so that asking for another code gives no more tries.
 */
export const redeemCode = async (
  ports: Ports,
  wanted: { purpose: CodePurpose; userId?: string; token: string; code: string; facts?: Record<string, string> },
): Promise<{ userId: string | null; facts: Record<string, unknown> }> => {
  const ticket = await liveTicket(ports, wanted.purpose, wanted.token)
  if (!ticket || (wanted.userId !== undefined && ticket.userId !== wanted.userId)) throw wrongCode()
  const facts = jsonOf(ticket.detail)
  if (Object.entries(wanted.facts ?? {}).some(([name, value]) => facts[name] !== value)) throw wrongCode()
  await takeTry(ports, CODE_TRIES_PER_USER, triesOf(ticket, facts))
  await takeCodeTry(ports, ticket)
  const isRight = isEqual(String(facts.codeHash), await hashOf(ports, wanted.token, wanted.code.replace(/\s/g, '')))
  if (!isRight) throw wrongCode()
  await spendTicket(ports.store, ticket, ports.clock.now())
  await forgetTries(ports, CODE_TRIES_PER_USER, triesOf(ticket, facts))
  return { userId: ticket.userId, facts }
}
