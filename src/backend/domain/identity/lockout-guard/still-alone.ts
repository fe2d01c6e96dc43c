import type { AccountsLeftAlone } from '../../../../contract/guarantees.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { idsOf, jsonOf } from '../../../store/json-text.ts'
import { iso } from '../../base/wire/wire.ts'
import { type AloneAccount, isAlone } from './accounts-left-alone.ts'
import type { GuardPorts } from './judge.ts'

type Call = Pick<SignedRequest, 'auth'> & { ports: GuardPorts }

/** Action of the audit entry that reports to an account which accounts below it lost their last administrator. */
export const LEFT_ALONE = 'Sub-accounts left without administrator'

/** Only the latest entries of each account are read, because the list is requested often. */
const MAX_ENTRIES = 200
/** Each account costs queries of its own. */
const MAX_JUDGED = 500
const MAX_SHOWN = 5

/** Adds the accounts that were reported to an account, with the time of their last report; returns those that are new. */
const addReported = async ({ store }: GuardPorts, tenantId: string, since: Map<string, number>): Promise<string[]> => {
  const { items } = await store.audits.page({
    filter: { where: { tenantId, action: LEFT_ALONE } },
    sort: { field: 'createdAt', order: 'DESC' },
    offset: 0,
    limit: MAX_ENTRIES,
    maxTotal: MAX_ENTRIES,
  })
  const added: string[] = []
  for (const { detail, createdAt } of items)
    for (const id of idsOf(JSON.stringify(jsonOf(detail).tenantIds ?? []))) {
      if (since.has(id) || since.size === MAX_JUDGED) continue
      since.set(id, createdAt)
      added.push(id)
    }
  return added
}

/**
 * Lists the accounts below an account that lost their last administrator and still have none, latest first. No one in
 * such an account can act on the accounts that were reported to it, so those are listed, too.
 */
const accountsStillAlone = async (ports: GuardPorts, tenantId: string): Promise<AccountsLeftAlone> => {
  const { accountLinks } = ports.store
  const since = new Map<string, number>()
  const alone: AloneAccount[] = []
  let found = await addReported(ports, tenantId, since)
  while (found.length > 0) {
    const below = await accountLinks.list({ ancestorId: tenantId, tenantId: { in: found } })
    found = []
    for (const { tenantId: id, name } of below) {
      if (!(await isAlone(ports, id))) continue
      alone.push({ tenantId: id, name })
      found.push(...(await addReported(ports, id, since)))
    }
  }
  const reportedAt = ({ tenantId: id }: AloneAccount) => since.get(id) ?? 0
  const accounts = alone
    .sort((one, other) => reportedAt(other) - reportedAt(one))
    .map((account) => ({ ...account, at: iso(reportedAt(account)) }))
  return { count: accounts.length, accounts: accounts.slice(0, MAX_SHOWN) }
}

const READ_ACCOUNTS = 'fe.account-hierarchy.read.subAccount'

/** Lists these accounts below the caller's account. The list is empty if the caller may not see sub-accounts. */
export const shownAccountsAlone = async ({ ports, auth }: Call): Promise<AccountsLeftAlone> =>
  holdsPermission((await auth.grants()).keys, READ_ACCOUNTS)
    ? accountsStillAlone(ports, auth.tenantId)
    : { count: 0, accounts: [] }
