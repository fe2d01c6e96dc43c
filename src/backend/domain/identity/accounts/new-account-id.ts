import { isBelow, OPERATOR_ID } from '../tenants/account-tree.ts'
import { type AccountCall, idTaken, isFreeId } from './sub-accounts.ts'

/** Matches UUIDs of version 4, which are random (RFC 9562 §5.4): no one finds an account by trying them. */
const RANDOM_ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** Turns a hash into a UUID of version 8, which leaves its bits to us (RFC 9562 §5.8). */
const uuidOf = (hash: string): string => {
  const hex = Array.from(atob(hash.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
    byte.charCodeAt(0).toString(16).padStart(2, '0'),
  ).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`
}

/**
 * Returns the id of a new sub-account. A refusal of an id that exists elsewhere would reveal it, so an id that can be
 * guessed is replaced, whether it exists or not: by the same one each time, so that a repeated request creates no
 * second account. The operator sees all accounts and chooses freely.
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
