import type { LeftAlone } from '../../../../contract/security.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { text, textList } from '../../../call/read.ts'
import { badRequest, forbidden, notFound } from '../../../call/refusal.ts'
import type { TransactionPorts } from '../../../ports.ts'
import { isBelow } from '../tenants/account-tree.ts'
import {
  type AloneAccount,
  accountsLeftAlone,
  accountsLeftAloneByMove,
  type RolesAfter,
} from './accounts-left-alone.ts'

type Call = Pick<SignedRequest, 'auth'> & { ports: TransactionPorts }

const MAX_CHANGES = 5_000
/** Each account costs queries of its own. */
const MAX_ACCOUNTS = 20
const ACCOUNTS_SHOWN = 5
const READ_SUB_ACCOUNTS = 'fe.secure.read.userSubTenants'

const readChanges = ({ auth }: Call, given: unknown): RolesAfter[] => {
  if (!Array.isArray(given) || given.length > MAX_CHANGES)
    throw badRequest(`changes must be a list of at most ${MAX_CHANGES}`)
  return given.map((change: { userId?: unknown; tenantId?: unknown; roleIds?: unknown } | null) => ({
    userId: text(change?.userId, 'userId'),
    tenantId: change?.tenantId === undefined ? auth.tenantId : text(change?.tenantId, 'tenantId'),
    roleIds: change?.roleIds === undefined ? [] : textList(change?.roleIds, 'roleIds'),
  }))
}

/** @throws Refusal 403 for an account that is neither the caller's nor below it, whether or not it exists */
const assertWithin = async ({ ports, auth }: Call, tenantId: string): Promise<void> => {
  if (tenantId !== auth.tenantId && !(await isBelow(ports.store, tenantId, auth.tenantId)))
    throw forbidden("You don't have access to this account")
}

const leftByMembers = async (call: Call, given: unknown): Promise<AloneAccount[]> => {
  const changes = readChanges(call, given)
  const tenantIds = [...new Set(changes.map(({ tenantId }) => tenantId))]
  if (tenantIds.length > MAX_ACCOUNTS) throw badRequest(`changes may concern at most ${MAX_ACCOUNTS} accounts`)
  const found: AloneAccount[] = []
  for (const tenantId of tenantIds) {
    await assertWithin(call, tenantId)
    found.push(...(await accountsLeftAlone(call.ports, tenantId, changes)))
  }
  return found
}

const leftByMove = async (call: Call, given: unknown): Promise<AloneAccount[]> => {
  if (given === undefined) return []
  const { tenantId, parentTenantId } = (given ?? {}) as { tenantId?: unknown; parentTenantId?: unknown }
  const [id, parentId] = [text(tenantId, 'tenantId'), text(parentTenantId, 'parentTenantId')]
  await assertWithin(call, id)
  await assertWithin(call, parentId)
  const account = await call.ports.store.tenants.get(id)
  if (!account) throw notFound("This sub-account doesn't exist")
  return accountsLeftAloneByMove(call.ports, { tenantId: id, name: account.name }, parentId)
}

const maySee = ({ keys }: { keys: readonly string[] }): boolean => holdsPermission(keys, READ_SUB_ACCOUNTS)

/** Returns the sub-accounts that changes of members, or a move, would leave without an administrator. */
export const leftAlone = async (
  call: Call,
  { changes, move }: { changes?: unknown; move?: unknown },
): Promise<LeftAlone> => {
  const all = [...(await leftByMembers(call, changes)), ...(await leftByMove(call, move))]
  const found = [...new Map(all.map((account) => [account.tenantId, account])).values()]
  const names = found.sort((left, right) => left.name.localeCompare(right.name)).slice(0, ACCOUNTS_SHOWN)
  const accounts = names.map(({ tenantId, name }) => ({ tenantId, name }))
  return { count: found.length, accounts: maySee(await call.auth.grants()) ? accounts : [] }
}
