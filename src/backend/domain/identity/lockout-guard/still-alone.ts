import type { AccountsLeftAlone } from '../../../../contract/guarantees.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { idsOf, jsonOf } from '../../../store/json-text.ts'
import { iso } from '../../base/wire/wire.ts'
import { isBelow } from '../tenants/account-tree.ts'
import { isAlone } from './accounts-left-alone.ts'
import type { GuardPorts } from './judge.ts'

type Call = Pick<SignedRequest, 'auth'> & { ports: GuardPorts }

/** Action of the audit entry that reports to an account which accounts below it lost their last administrator. */
export const LEFT_ALONE = 'Sub-accounts left without administrator'

/** Only the latest entries are read, because the list is requested often. */
const MAX_ENTRIES = 50
/** Each account costs queries of its own. */
const MAX_ACCOUNTS = 100
const MAX_SHOWN = 5

/** Returns the accounts that were reported to an account, with the time of their last report, latest first. */
const reportedTo = async ({ store }: GuardPorts, tenantId: string): Promise<Map<string, number>> => {
  const { items } = await store.audits.page({
    filter: { where: { tenantId, action: LEFT_ALONE } },
    sort: { field: 'createdAt', order: 'DESC' },
    offset: 0,
    limit: MAX_ENTRIES,
    maxTotal: MAX_ENTRIES,
  })
  const found = new Map<string, number>()
  for (const { detail, createdAt } of items)
    for (const id of idsOf(JSON.stringify(jsonOf(detail).tenantIds ?? []))) if (!found.has(id)) found.set(id, createdAt)
  return found
}

/**
 * Lists the accounts below an account that lost their last administrator and still have none. No one in such an account
 * can act on the accounts that were reported to it, so those are listed, too.
 */
const accountsStillAlone = async (ports: GuardPorts, tenantId: string): Promise<AccountsLeftAlone> => {
  const open = [...(await reportedTo(ports, tenantId))]
  const seen = new Set(open.map(([id]) => id))
  const accounts: AccountsLeftAlone['accounts'] = []
  // Accounts that were reported to an account of the list are added to it during the loop.
  for (let at = 0; at < Math.min(open.length, MAX_ACCOUNTS); at += 1) {
    const [id, since] = open[at] ?? ['', 0]
    const account = (await isBelow(ports.store, id, tenantId)) ? await ports.store.tenants.get(id) : undefined
    if (!account || !(await isAlone(ports, id))) continue
    accounts.push({ tenantId: id, name: account.name, at: iso(since) })
    const more = [...(await reportedTo(ports, id))].filter(([other]) => !seen.has(other))
    for (const [other] of more) seen.add(other)
    open.push(...more)
  }
  return { count: accounts.length, accounts: accounts.slice(0, MAX_SHOWN) }
}

const READ_ACCOUNTS = 'fe.account-hierarchy.read.subAccount'

/** Lists these accounts below the caller's account. The list is empty if the caller may not see sub-accounts. */
export const shownAccountsAlone = async ({ ports, auth }: Call): Promise<AccountsLeftAlone> =>
  holdsPermission((await auth.grants()).keys, READ_ACCOUNTS)
    ? accountsStillAlone(ports, auth.tenantId)
    : { count: 0, accounts: [] }
