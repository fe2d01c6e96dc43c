import type { PolicyChange } from '../../../../contract/security.ts'
import type { AuthRequest, CallerRequest } from '../../../call/auth.ts'
import { conflict } from '../../../call/refusal.ts'
import type { Collections } from '../../../store/store.ts'
import { keepSecret, liveTicket } from '../../base/tickets.ts'
import { lockTenant } from '../roles/administrators.ts'
import { effectOf } from './effect.ts'
import type { GuardCall } from './guarded-change.ts'

/** Milliseconds to save the change after the account's name was entered. */
const LIFE_MS = 5 * 60_000

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]))
}

/** Returns the same text for the same change in the same session, regardless of the order of its fields. */
const subjectOf = ({ auth }: AuthRequest, change: PolicyChange): string =>
  `policy-change ${auth.session.id} ${auth.tenantId} ${JSON.stringify(sorted(change))}`

/** Allows this session to save this change for a few minutes, and returns when that period ends. */
export const confirmChange = async (call: AuthRequest, change: PolicyChange): Promise<number> => {
  const { ports, auth } = call
  const ticket = { purpose: 'policy-change', userId: auth.user.id, tenantId: auth.tenantId } as const
  const token = subjectOf(call, change)
  const earlier = await liveTicket(ports, 'policy-change', token)
  const expiresAt = ports.clock.now() + LIFE_MS
  if (earlier && (await ports.store.tickets.update({ id: earlier.id, usedAt: null }, { expiresAt }))) return expiresAt
  await ports.store.tickets.delete({ tokenHash: await ports.keyedHash('ticket', token) })
  return (await keepSecret(ports, token, { ...ticket, lifeMs: LIFE_MS })).expiresAt
}

const isConfirmed = async (call: AuthRequest, change: PolicyChange): Promise<boolean> =>
  (await liveTicket(call.ports, 'policy-change', subjectOf(call, change))) !== undefined

const NO_ADMINISTRATOR =
  'This change would lock every administrator out of the account, so it was not saved. Change it so that at least one administrator keeps access'

const CALLER =
  'This change would lock you out of the account, so it was not saved. Confirm it with the name of the account, or ask another administrator to make it'

/** @throws Refusal 409 when the change would lock out the last administrator, or the caller without a confirmation */
const assertSafe = async (call: GuardCall, change: PolicyChange, confirmed: boolean): Promise<void> => {
  const { caller, isRefused } = await effectOf(call, change)
  if (isRefused) throw conflict(NO_ADMINISTRATOR).as('last-administrator')
  if ((caller === 'now' || caller === 'next-sign-in') && !confirmed) throw conflict(CALLER).as('locks-caller-out')
}

/**
 * Saves a policy change in one transaction, unless it would lock out the last administrator or, unconfirmed, the
 * caller. Simultaneous saves run one after the other, so that each is checked against the result of the previous one.
 */
export const saveSafely = async <Result>(
  call: AuthRequest & CallerRequest,
  change: PolicyChange,
  save: (store: Collections) => Promise<Result>,
): Promise<Result> => {
  const { ports, auth, caller } = call
  const confirmed = await isConfirmed(call, change)
  return ports.store.transaction(async (store) => {
    await lockTenant(store, auth.tenantId, ports.clock.now())
    await assertSafe({ ports: { ...ports, store }, auth, caller }, change, confirmed)
    return save(store)
  })
}
