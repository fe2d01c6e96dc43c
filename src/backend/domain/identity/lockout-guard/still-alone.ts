import type { AccountsLeftAlone } from '../../../../contract/guarantees.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import type { TransactionPorts } from '../../../ports.ts'
import { idsOf, jsonOf } from '../../../store/json-text.ts'
import { iso } from '../../base/wire/wire.ts'
import { accountsAlone } from './accounts-alone.ts'
import type { AloneAccount } from './accounts-left-alone.ts'

type Call = Pick<SignedRequest, 'auth'> & { ports: TransactionPorts }

/** Action of the audit entry that reports to an account which accounts below it lost their last administrator. */
export const LEFT_ALONE = 'Sub-accounts left without administrator'

/** Only the latest entries are read, because the list is requested often. */
const MAX_ENTRIES = 200
/** In a larger tree, such as the operator's, only reported accounts are checked. */
const MAX_JUDGED = 1_000
const MAX_SHOWN = 5

/** Adds to these accounts those that were reported, with the time of their last report; returns the new ones. */
const addReported = async (
  { store }: TransactionPorts,
  tenantIds: readonly string[],
  since: Map<string, number>,
): Promise<string[]> => {
  if (tenantIds.length === 0) return []
  const { items } = await store.audits.page({
    filter: { where: { tenantId: { in: tenantIds }, action: LEFT_ALONE } },
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

/** Returns all accounts below an account; in a large tree only those that were reported. */
const candidatesOf = async ({ store }: TransactionPorts, tenantId: string, reported: readonly string[]) => {
  const isSmall = (await store.accountLinks.count({ ancestorId: tenantId })) <= MAX_JUDGED
  const where = isSmall ? {} : { tenantId: { in: [...reported] } }
  return store.accountLinks.list({ ancestorId: tenantId, ...where })
}

/**
 * Lists the accounts below an account that no one administers and that have users or were reported, latest report
 * first. A new account without users and reports isn't listed. No one in an account that is alone can act on the accounts
 * that were reported to it, so those are listed, too.
 */
const accountsStillAlone = async (ports: TransactionPorts, tenantId: string): Promise<AccountsLeftAlone> => {
  const since = new Map<string, number>()
  const found = new Map<string, AloneAccount>()
  const checked = new Set<string>()
  let candidates = await candidatesOf(ports, tenantId, await addReported(ports, [tenantId], since))
  while (candidates.length > 0) {
    for (const { tenantId: id } of candidates) checked.add(id)
    const alone = await accountsAlone(ports, tenantId, candidates)
    const below = await addReported(
      ports,
      alone.map((account) => account.tenantId),
      since,
    )
    for (const { tenantId: id, name, isUsed } of alone)
      if (isUsed || since.has(id)) found.set(id, { tenantId: id, name })
    const unchecked = below.filter((id) => !checked.has(id))
    candidates = unchecked.length
      ? await ports.store.accountLinks.list({ ancestorId: tenantId, tenantId: { in: unchecked } })
      : []
  }
  const reportedAt = ({ tenantId: id }: AloneAccount) => since.get(id) ?? 0
  const accounts = [...found.values()]
    .sort((one, other) => reportedAt(other) - reportedAt(one) || one.name.localeCompare(other.name))
    .slice(0, MAX_SHOWN)
    .map((account) => ({ ...account, ...(since.has(account.tenantId) && { at: iso(reportedAt(account)) }) }))
  return { count: found.size, accounts }
}

const READ_ACCOUNTS = 'fe.account-hierarchy.read.subAccount'

/** Lists these accounts below the caller's account. The list is empty if the caller may not see sub-accounts. */
export const shownAccountsAlone = async ({ ports, auth }: Call): Promise<AccountsLeftAlone> =>
  holdsPermission((await auth.grants()).keys, READ_ACCOUNTS)
    ? accountsStillAlone(ports, auth.tenantId)
    : { count: 0, accounts: [] }
