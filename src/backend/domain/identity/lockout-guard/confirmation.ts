import type { PolicyChange } from '../../../../contract/security.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { keepSecret, liveTicket } from '../../base/tickets.ts'

type Signed = Pick<SignedRequest, 'ports' | 'auth'>

/** Milliseconds to save the change after the account's name was entered. */
const LIFE_MS = 5 * 60_000

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]))
}

/** Returns the same text for the same change in the same session, regardless of the order of its fields. */
const subjectOf = ({ auth }: Signed, change: PolicyChange): string =>
  `policy-change ${auth.session.id} ${auth.tenantId} ${JSON.stringify(sorted(change))}`

/** Allows this session to save this change for a few minutes, and returns when that period ends. */
export const confirmChange = async (call: Signed, change: PolicyChange): Promise<number> => {
  const { ports, auth } = call
  const ticket = { purpose: 'policy-change', userId: auth.user.id, tenantId: auth.tenantId } as const
  const token = subjectOf(call, change)
  const earlier = await liveTicket(ports, 'policy-change', token)
  const expiresAt = ports.clock.now() + LIFE_MS
  if (earlier && (await ports.store.tickets.update({ id: earlier.id, usedAt: null }, { expiresAt }))) return expiresAt
  await ports.store.tickets.delete({ tokenHash: await ports.keyedHash('ticket', token) })
  return (await keepSecret(ports, token, { ...ticket, lifeMs: LIFE_MS })).expiresAt
}

export const isConfirmed = async (call: Signed, change: PolicyChange): Promise<boolean> =>
  (await liveTicket(call.ports, 'policy-change', subjectOf(call, change))) !== undefined
