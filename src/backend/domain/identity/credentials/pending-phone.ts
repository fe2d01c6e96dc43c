import type { Caller, Reply } from '../../../call/caller.ts'
import { cookieNameOf, onlyOpened, privateCookie } from '../../../call/cookies.ts'
import type { Ports } from '../../../ports.ts'
import { jsonOf } from '../../../store/json-text.ts'
import { issueTicket, liveTicket, TICKET_LIFE_MS } from '../../base/tickets.ts'

const nameOf = (ports: Ports): string => cookieNameOf(ports.config, 'phone')

/**
 * Stores a number chosen after a mailed code. It counts only after a code sent to it is entered, and only the browser
 * that read the email may request that code: the holder of a mistyped number must not be able to sign in with it.
 */
export const keepPendingPhone = async (
  { ports, reply }: { ports: Ports; reply: Reply },
  { userId, phone }: { userId: string; phone: string },
): Promise<void> => {
  const value = await issueTicket(ports, { purpose: 'phone-proof', userId, tenantId: null, detail: { phone } })
  const seconds = TICKET_LIFE_MS['phone-proof'] / 1_000
  reply.headers.append('Set-Cookie', privateCookie(ports.config, { name: nameOf(ports), value, seconds }))
}

/** Returns the number that this browser may still prove for the user. */
export const pendingPhoneOf = async (
  { ports, caller }: { ports: Ports; caller: Caller },
  userId: string,
): Promise<string | undefined> => {
  const ticket = await onlyOpened(caller.cookies(nameOf(ports)), async (token) => {
    const found = await liveTicket(ports, 'phone-proof', token)
    return found?.userId === userId ? found : undefined
  })
  return ticket && String(jsonOf(ticket.detail).phone)
}
