import { holdsPermission } from '../../../../rules/permission.ts'
import type { TransactionPorts } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isActiveMember } from '../members/members.ts'
import { findAdministered, WRITE_USERS_ROLES } from '../roles/administrators.ts'
import { permissionsOf } from '../roles/grants.ts'
import { OPERATOR_ID } from '../tenants/account-tree.ts'
import { type AloneAccount, canOneSignIn, ownMembers } from './accounts-left-alone.ts'
import { subjectsOfMembers } from './subjects.ts'

/** An account that no one administers. */
interface Alone extends AloneAccount {
  /** Whether it has users, who are its own or from an account above. */
  isUsed: boolean
}

/** Members of accounts above who may work in the accounts below. */
interface Guests {
  /** All members, including those whose access has ended. */
  all: readonly MemberRecord[]
  /** Those who currently administer the accounts below. */
  administrators: readonly MemberRecord[]
  /** Ids of the administrators who could sign in, according to the account above. */
  able: ReadonlySet<string>
}

/** Returns the vendor's roles of administrators, the only ones of a guest that apply in accounts below. */
const sharedRoleIds = async (store: Collections): Promise<string[]> => {
  const roles = await store.roles.list({ tenantId: null })
  const keys = new Map((await permissionsOf(store, roles)).map(({ id, key }) => [id, key]))
  const keysOf = (permissionIds: string) => idsOf(permissionIds).flatMap((id) => keys.get(id) ?? [])
  return roles.filter((role) => holdsPermission(keysOf(role.permissionIds), WRITE_USERS_ROLES)).map(({ id }) => id)
}

const guestsOf = async (ports: TransactionPorts, tenantId: string, from: readonly string[]): Promise<Guests> => {
  const { store, clock } = ports
  const who = { subAccountAccess: true, activated: true } as const
  const all = await inChunks(from, (part) => store.members.list({ ...who, tenantId: { in: part } }))
  const shared = all.length > 0 ? await sharedRoleIds(store) : []
  const administrators = all.filter(
    (member) => isActiveMember(member, clock.now()) && idsOf(member.roleIds).some((id) => shared.includes(id)),
  )
  const subjects = administrators.length > 0 ? await subjectsOfMembers(ports, tenantId, administrators) : []
  const able = new Set(subjects.filter(({ canSignIn }) => canSignIn).map(({ user }) => user.id))
  return { all, administrators, able }
}

/** Returns the accounts above each account, without the operator account. */
const accountsAbove = async (store: Collections, ids: readonly string[]): Promise<ReadonlyMap<string, Set<string>>> => {
  const above = new Map(ids.map((id) => [id, new Set<string>()]))
  const links = await inChunks(ids, (part) => store.accountLinks.list({ tenantId: { in: part } }))
  for (const { tenantId, ancestorId } of links) if (ancestorId !== OPERATOR_ID) above.get(tenantId)?.add(ancestorId)
  return above
}

const ACCOUNTS_AT_ONCE = 50
const MEMBERS_AT_ONCE = 1_000

/**
 * Returns those of the accounts that have members. No more members are read than it takes to see one of each account:
 * usually one statement for 50 accounts.
 */
const accountsWithMembers = async (
  { store }: TransactionPorts,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  for (let at = 0; at < ids.length; at += ACCOUNTS_AT_ONCE) {
    let open = ids.slice(at, at + ACCOUNTS_AT_ONCE)
    while (open.length > 0) {
      const where = { tenantId: { in: open }, activated: true }
      const { items } = await store.members.page({ where, offset: 0, limit: MEMBERS_AT_ONCE, total: 0 })
      for (const { tenantId } of items) found.add(tenantId)
      open = items.length === MEMBERS_AT_ONCE ? open.filter((id) => !found.has(id)) : []
    }
  }
  return found
}

/** Each account that requires single sign-on costs queries of its own. */
const MAX_STRICT = 50

/**
 * Returns those of the accounts below an account that no one administers, neither a user of their own nor one from an
 * account above. The number of queries grows by about two for each 50 accounts. Only those that require single sign-on
 * are checked one by one, because a guest may not be able to sign in there; after the first 50, a guest who could sign
 * in to the account above counts.
 */
export const accountsAlone = async (
  ports: TransactionPorts,
  tenantId: string,
  accounts: readonly AloneAccount[],
): Promise<Alone[]> => {
  const { store, clock } = ports
  const ids = accounts.map((account) => account.tenantId)
  const administrated = ids.length > 0 ? await findAdministered(store, ids, clock.now()) : new Set<string>()
  const rest = accounts.filter((account) => !administrated.has(account.tenantId))
  if (rest.length === 0) return []
  const restIds = rest.map((account) => account.tenantId)
  const above = await accountsAbove(store, restIds)
  const guests = await guestsOf(ports, tenantId, [...new Set([...above.values()].flatMap((some) => [...some]))])
  const able = guests.administrators.filter((member) => guests.able.has(member.userId))
  const isOwn = await ownMembers(ports, restIds, able)
  const isAbove = (id: string, member: MemberRecord) => above.get(id)?.has(member.tenantId) ?? false
  const helpersOf = (id: string) => able.filter((member) => isAbove(id, member) && !isOwn(id, member.userId))
  const strict = new Set(
    (await store.ssoSetups.list({ tenantId: { in: restIds }, enforced: true })).map((one) => one.tenantId),
  )
  const alone: AloneAccount[] = []
  let checked = 0
  for (const account of rest) {
    const id = account.tenantId
    const helpers = helpersOf(id)
    const isChecked = helpers.length > 0 && strict.has(id) && checked < MAX_STRICT
    if (isChecked) checked += 1
    const isHelped = isChecked ? await canOneSignIn(ports, id, helpers) : helpers.length > 0
    if (!isHelped) alone.push(account)
  }
  const fromAbove = new Set(guests.all.map((member) => member.tenantId))
  const mayHaveGuests = (id: string) => [...(above.get(id) ?? [])].some((one) => fromAbove.has(one))
  const unseen = alone.map((account) => account.tenantId).filter((id) => !mayHaveGuests(id))
  const joined = await accountsWithMembers(ports, unseen)
  return alone.map((account) => ({
    ...account,
    isUsed: joined.has(account.tenantId) || mayHaveGuests(account.tenantId),
  }))
}
