import type { SubTenantStatus, subTenantStatus } from '../../contract/accounts.ts'
import { flagOf, oneOf } from '../call/read.ts'
import { badRequest, conflict, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { iso } from '../domain/base/wire/wire.ts'
import {
  type AccountCall,
  auditHere,
  idTaken,
  isFreeId,
  subAccountOf,
} from '../domain/identity/accounts/sub-accounts.ts'
import { recordSubTenant } from '../domain/identity/members/record-changes.ts'
import {
  ancestorsOf,
  descendantsOf,
  isBelow,
  lockTree,
  OPERATOR_ID,
  tenantTypeOf,
} from '../domain/identity/tenants/account-tree.ts'
import type { SignedCall } from '../http/handler.ts'
import { jsonOf } from '../store/json-text.ts'
import type { TenantRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

/** Matches UUIDs of version 4, which are random (RFC 9562 §5.4): no one can find an account by guessing one. */
const RANDOM_ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** Turns a hash into a UUID of version 8, whose bits an application may choose (RFC 9562 §5.8). */
const uuidOf = (hash: string): string => {
  const hex = Array.from(atob(hash.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
    byte.charCodeAt(0).toString(16).padStart(2, '0'),
  ).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`
}

/**
 * Returns the id of a new sub-account. Refusing an id that exists elsewhere would reveal that account, so an id that
 * can be guessed is replaced whether it exists or not. The replacement is the same each time, so that a repeated
 * request creates no second account. The operator sees all accounts and may choose any id.
 *
 * @throws Refusal 409 when the caller already has this sub-account
 */
export const newAccountId = async (call: AccountCall, given: string): Promise<string> => {
  const { ports, auth } = call
  const { store, config } = ports
  if (await isBelow(store, given, auth.tenantId)) throw idTaken()
  const isFree = await isFreeId(store, given)
  if (auth.tenantId === OPERATOR_ID || config.chosenAccountIds) {
    if (!isFree) throw idTaken()
    return given
  }
  const replacing = uuidOf(await ports.keyedHash('sub-account', `${auth.tenantId} ${given}`))
  const id = isFree && RANDOM_ID.test(given) ? given : replacing
  if (id === replacing && !(await isFreeId(store, id))) throw idTaken()
  return id
}

const TYPES = ['customer', 'spam', 'test'] as const

/** 9999-12-31, because later days can't be written as a date. */
const LAST_DAY = 253_402_214_400_000

const readTrial = (value: unknown): number | null | undefined => {
  if (value === undefined || value === null) return value
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LAST_DAY) return value
  throw badRequest('trialEndsAt must be a time in milliseconds, or null')
}

const readSuspended = (value: unknown): boolean | undefined =>
  value === undefined ? undefined : flagOf(value, 'isSuspended')

const readStatus = (body: SubTenantStatus, account: TenantRecord): SubTenantStatus => {
  const type = oneOf(body.type, 'type', TYPES)
  const isSuspended = readSuspended(body.isSuspended)
  const trialEndsAt = readTrial(body.trialEndsAt)
  // Trust between accounts follows from these types.
  if (type !== undefined && !TYPES.some((one) => one === tenantTypeOf(account)))
    throw badRequest('The type of an account with sub-accounts follows from its place')
  return {
    ...(type !== undefined && { type }),
    ...(isSuspended !== undefined && { isSuspended }),
    ...(trialEndsAt !== undefined && { trialEndsAt }),
  }
}

const shownTrial = (value: unknown): string | null => (typeof value === 'number' ? iso(value) : null)

const factsOf = (tenant: TenantRecord) => ({
  isSuspended: tenant.suspendedAt !== null,
  type: tenantTypeOf(tenant),
  trialEndsAt: shownTrial(jsonOf(tenant.settings).trialEndsAt),
})

const actionOf = (isSuspended: boolean | undefined): string => {
  if (isSuspended === undefined) return 'Account updated'
  return isSuspended ? 'Account suspended' : 'Account resumed'
}

/** Suspends the accounts below too; otherwise users would enter through them. */
const setSuspended = async (store: Collections, id: string, suspendedAt: number | null): Promise<void> => {
  const above = suspendedAt === null ? await ancestorsOf(store, id) : []
  if (await store.tenants.find({ id: { in: above }, suspendedAt: { not: null } }))
    throw conflict('An account above this one is suspended. Resume that one.')
  const below = await descendantsOf(store, id)
  const ids = [id, ...below.map(({ tenantId }) => tenantId)]
  await store.tenants.update({ id: { in: ids } }, { suspendedAt })
}

export const updateStatus = async (call: SignedCall<(typeof subTenantStatus)['updateStatus']>) => {
  const { ports, auth, path, body } = call
  // The call doesn't exist for others, who may be customers of the operator.
  if (auth.tenantId !== OPERATOR_ID) throw notFound()
  const account = await subAccountOf(call, path.tenantId)
  const { isSuspended, ...wanted } = readStatus(body, account)
  const now = ports.clock.now()
  await ports.store.transaction(async (store) => {
    await lockTree(store, account.id)
    const current = (await store.tenants.get(account.id)) ?? account
    const { type: tenantType, trialEndsAt } = wanted
    const settings = JSON.stringify({
      ...jsonOf(current.settings),
      ...(tenantType !== undefined && { tenantType }),
      ...(trialEndsAt !== undefined && { trialEndsAt }),
    })
    await store.tenants.update({ id: account.id }, { settings, updatedAt: now })
    const wantedAt = isSuspended ? now : null
    const suspendedAt = isSuspended === undefined ? current.suspendedAt : wantedAt
    if (isSuspended !== undefined) await setSuspended(store, account.id, suspendedAt)
    await recordSubTenant(call, store, account, 'updated')
    const action = actionOf(isSuspended)
    const detail = beforeAndAfter(factsOf(current), factsOf({ ...current, settings, suspendedAt }))
    await auditHere(call, store, account.id, { action, description: `${action}: ${account.name}`, detail })
  })
  return {}
}
