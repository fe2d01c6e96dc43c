import type { LeftAlone } from '../../../../contract/security.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { text, textList } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { AccountLinkRecord, MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isActiveMember } from '../members/active-member.ts'
import { administratorIds, administratorsOf, namesAnyOf } from '../roles/administrators.ts'
import { ancestorsOf, descendantsOf } from '../tenants/account-tree.ts'
import type { GuardPorts } from './judge.ts'
import { subjectsAmong } from './subjects.ts'

type Call = Pick<SignedRequest, 'auth'> & { ports: GuardPorts }

const MAX_CHANGES = 5_000
const ACCOUNTS_SHOWN = 5
const READ_SUB_ACCOUNTS = 'fe.secure.read.userSubTenants'

/** Returns the roles after the change, by user; `[]` where the membership ends. */
const readChanges = (given: unknown): ReadonlyMap<string, readonly string[]> => {
  if (!Array.isArray(given) || given.length > MAX_CHANGES)
    throw badRequest(`changes must be a list of at most ${MAX_CHANGES}`)
  return new Map(
    given.map((change: { userId?: unknown; roleIds?: unknown } | null) => [
      text(change?.userId, 'userId'),
      change?.roleIds === undefined ? [] : textList(change?.roleIds, 'roleIds'),
    ]),
  )
}

/** Returns the vendor's roles of administrators, the only ones that apply in accounts below (`account-access.ts`). */
const sharedAdministratorRoles = async (store: Collections, tenantId: string): Promise<string[]> => {
  const { roles } = await administratorIds(store, tenantId)
  return (await store.roles.list({ id: { in: roles }, tenantId: null })).map(({ id }) => id)
}

/** Returns members of these accounts who administrate the accounts below, too. */
const guestsFrom = async ({ store, clock }: GuardPorts, tenantIds: readonly string[], roleIds: readonly string[]) => {
  const who = { subAccountAccess: true, activated: true, roleIds: namesAnyOf(roleIds) }
  const found = await inChunks(tenantIds, (part) => store.members.list({ ...who, tenantId: { in: part } }))
  return found.filter((member) => isActiveMember(member, clock.now()))
}

/** Returns whether one of these members could currently sign in, judged by the account they would help. */
const canOneSignIn = async (ports: GuardPorts, tenantId: string, members: readonly MemberRecord[]) =>
  members.length > 0 && (await subjectsAmong(ports, tenantId, members)).some(({ canSignIn }) => canSignIn)

/** Returns the accounts below in which none of their own members, and none from an account between, administrates. */
const withoutOwn = async (
  ports: GuardPorts,
  below: readonly AccountLinkRecord[],
  roleIds: readonly string[],
): Promise<AccountLinkRecord[]> => {
  const { store } = ports
  const ids = below.map(({ tenantId }) => tenantId)
  const between = new Set((await guestsFrom(ports, ids, roleIds)).map(({ tenantId }) => tenantId))
  const alone: AccountLinkRecord[] = []
  for (const link of below) {
    const above = between.size > 0 ? await ancestorsOf(store, link.tenantId) : []
    if (above.some((id) => between.has(id))) continue
    if ((await administratorsOf(store, link.tenantId)).length === 0) alone.push(link)
  }
  return alone
}

/**
 * Returns the accounts below that lose their last administrator if these members of the caller's account lose theirs.
 */
const accountsLeftAlone = async (
  ports: GuardPorts,
  tenantId: string,
  changes: ReadonlyMap<string, readonly string[]>,
): Promise<AccountLinkRecord[]> => {
  const { store } = ports
  const roleIds = await sharedAdministratorRoles(store, tenantId)
  if (roleIds.length === 0) return []
  const guests = await guestsFrom(ports, [tenantId, ...(await ancestorsOf(store, tenantId))], roleIds)
  const isLosing = (member: MemberRecord): boolean => {
    const after = member.tenantId === tenantId ? changes.get(member.userId) : undefined
    return after !== undefined && !after.some((id) => roleIds.includes(id))
  }
  const losing = guests.filter(isLosing)
  if (losing.length === 0) return []
  const staying = guests.filter((member) => !isLosing(member))
  if (await canOneSignIn(ports, tenantId, staying)) return []
  if (!(await canOneSignIn(ports, tenantId, losing))) return []
  const below = await descendantsOf(store, tenantId)
  return withoutOwn(ports, below, roleIds)
}

const maySee = ({ keys }: { keys: readonly string[] }): boolean => holdsPermission(keys, READ_SUB_ACCOUNTS)

/** Returns the sub-accounts that changes of members would leave without an administrator. */
export const leftAlone = async ({ ports, auth }: Call, given: unknown): Promise<LeftAlone> => {
  const found = await accountsLeftAlone(ports, auth.tenantId, readChanges(given))
  const names = found.sort((left, right) => left.name.localeCompare(right.name)).slice(0, ACCOUNTS_SHOWN)
  const accounts = names.map(({ tenantId, name }) => ({ tenantId, name }))
  return { count: found.length, accounts: maySee(await auth.grants()) ? accounts : [] }
}
