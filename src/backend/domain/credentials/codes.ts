import { badRequest } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { TicketRecord } from '../../store/records.ts'
import { jsonOf } from '../wire/wire.ts'
import { isEqual } from './constant-time.ts'
import { issueTicket, liveTicket, spendTicket } from './tickets.ts'

type CodePurpose = 'mfa-code' | 'login-code' | 'phone-code' | 'phone-reset'

const DIGITS = 6
const MOST_TRIES = 5

const wrong = () => badRequest('The code is wrong or no longer valid')

const hashOf = (ports: Ports, token: string, code: string) => ports.keyedHash('code', `${token}:${code}`)

/** A code for a message, and the handle that only the asking browser holds; older codes of the person stop working. */
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

/** Counts a try before the code is looked at; several at once cannot get more than their share. */
const takeCodeTry = async (ports: Ports, ticket: TicketRecord): Promise<void> => {
  for (let tries = ticket.tries; tries < MOST_TRIES; tries++) {
    if (await ports.store.tickets.update({ id: ticket.id, tries, usedAt: null }, { tries: tries + 1 })) return
  }
  throw wrong()
}

/** What was kept with the code. Right once, and wrong at most five times; `facts` must be those it was issued with. */
export const redeemCode = async (
  ports: Ports,
  wanted: { purpose: CodePurpose; userId?: string; token: string; code: string; facts?: Record<string, string> },
): Promise<{ userId: string | null; facts: Record<string, unknown> }> => {
  const ticket = await liveTicket(ports, wanted.purpose, wanted.token)
  if (!ticket || (wanted.userId !== undefined && ticket.userId !== wanted.userId)) throw wrong()
  const facts = jsonOf(ticket.detail)
  if (Object.entries(wanted.facts ?? {}).some(([name, value]) => facts[name] !== value)) throw wrong()
  await takeCodeTry(ports, ticket)
  const isRight = isEqual(String(facts.codeHash), await hashOf(ports, wanted.token, wanted.code.replace(/\s/g, '')))
  if (!isRight) throw wrong()
  await spendTicket(ports.store, ticket, ports.clock.now())
  return { userId: ticket.userId, facts }
}
