import type { TransactionPorts } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { AccountLinkRecord, MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isActiveMember } from '../members/members.ts'
import { administratorIds, administratorOf, administratorsOf, namesAnyOf } from '../roles/administrators.ts'
import { ancestorsOf, descendantsOf } from '../tenants/account-tree.ts'
import { subjectsOfMembers } from './subjects.ts'

/** The roles of a member after a change; none if the membership, or its access to sub-accounts, ends. */
export interface RolesAfter {
  tenantId: string
  userId: string
  roleIds: readonly string[]
}

export type AloneAccount = Pick<AccountLinkRecord, 'tenantId' | 'name'>

/** Returns the vendor's roles of administrators, the only ones that apply in accounts below (`live-session.ts`). */
const sharedAdministratorRoles = async (store: Collections, tenantId: string): Promise<string[]> => {
  const { roles } = await administratorIds(store, tenantId)
  return (await store.roles.list({ id: { in: roles }, tenantId: null })).map(({ id }) => id)
}

/** Returns members of these accounts who administrate the accounts below, too. */
const guestsFrom = async (
  { store, clock }: TransactionPorts,
  tenantIds: readonly string[],
  roleIds: readonly string[],
) => {
  const who = { subAccountAccess: true, activated: true, roleIds: namesAnyOf(roleIds) }
  const found = await inChunks(tenantIds, (part) => store.members.list({ ...who, tenantId: { in: part } }))
  return found.filter((member) => isActiveMember(member, clock.now()))
}

/** Returns whether one of these members could currently sign in, according to the account they would help. */
export const canOneSignIn = async (ports: TransactionPorts, tenantId: string, members: readonly MemberRecord[]) =>
  members.length > 0 && (await subjectsOfMembers(ports, tenantId, members)).some(({ canSignIn }) => canSignIn)

/**
 * Returns a function that checks whether a user is an active member of one of the accounts. They act there with the
 * roles of that membership, whatever they may do as a member of an account above.
 */
export const ownMembers = async (
  { store, clock }: TransactionPorts,
  tenantIds: readonly string[],
  members: readonly MemberRecord[],
): Promise<(tenantId: string, userId: string) => boolean> => {
  const users = [...new Set(members.map(({ userId }) => userId))]
  const fields = ['tenantId', 'userId', 'activated', 'disabledAt', 'temporaryUntil'] as const
  const found = await inChunks(users.length > 0 ? tenantIds : [], (part) =>
    store.members.listFields({ tenantId: { in: part }, userId: { in: users }, activated: true }, fields),
  )
  const active = found.filter((member) => isActiveMember(member, clock.now()))
  const own = new Set(active.map(({ tenantId, userId }) => `${tenantId} ${userId}`))
  return (tenantId, userId) => own.has(`${tenantId} ${userId}`)
}

/**
 * Returns those of the lost accounts in which none of their own members, and none from an account between,
 * administrates. An account between may not be lost itself, so all accounts below are needed.
 */
const withoutOwn = async (
  ports: TransactionPorts,
  { lost, below }: { lost: readonly AloneAccount[]; below: readonly AloneAccount[] },
  roleIds: readonly string[],
): Promise<AloneAccount[]> => {
  if (lost.length === 0) return []
  const { store } = ports
  const ids = lost.map(({ tenantId }) => tenantId)
  const between = await guestsFrom(
    ports,
    below.map(({ tenantId }) => tenantId),
    roleIds,
  )
  const isOwn = await ownMembers(ports, ids, between)
  const alone: AloneAccount[] = []
  for (const account of lost) {
    const helpers = between.filter(({ userId }) => !isOwn(account.tenantId, userId))
    const above = helpers.length > 0 ? await ancestorsOf(store, account.tenantId) : []
    if (helpers.some(({ tenantId }) => above.includes(tenantId))) continue
    if ((await administratorsOf(store, account.tenantId)).length === 0) alone.push(account)
  }
  return alone
}

interface Guests {
  /** The account whose policies decide whether they can sign in. */
  tenantId: string
  losing: readonly MemberRecord[]
  staying: readonly MemberRecord[]
}

const isLastLost = async (ports: TransactionPorts, { tenantId, losing, staying }: Guests): Promise<boolean> =>
  losing.length > 0 && !(await canOneSignIn(ports, tenantId, staying)) && (await canOneSignIn(ports, tenantId, losing))

/**
 * Returns those of the accounts whose last helpers are among the guests who lose their roles. Guests who are members of
 * an account themselves act there as that member, so they don't help it, whether they lose their roles or stay.
 */
const lostBy = async (
  ports: TransactionPorts,
  accounts: readonly AloneAccount[],
  { tenantId, losing, staying }: Guests,
): Promise<AloneAccount[]> => {
  if (losing.length === 0) return []
  const ids = accounts.map((account) => account.tenantId)
  const isOwn = await ownMembers(ports, ids, [...losing, ...staying])
  const verdicts = new Map<string, Promise<boolean>>()
  const lost: AloneAccount[] = []
  for (const account of accounts) {
    const helping = ({ userId }: MemberRecord) => !isOwn(account.tenantId, userId)
    const helpers = { tenantId, losing: losing.filter(helping), staying: staying.filter(helping) }
    // Most accounts have the same helpers.
    const key = [helpers.losing, helpers.staying].map((all) => all.map(({ id }) => id).join(' ')).join('|')
    const verdict = verdicts.get(key) ?? isLastLost(ports, helpers)
    verdicts.set(key, verdict)
    if (await verdict) lost.push(account)
  }
  return lost
}

/** Returns the accounts below an account that lose their last administrator if these members lose their roles. */
export const accountsLeftAlone = async (
  ports: TransactionPorts,
  tenantId: string,
  changes: readonly RolesAfter[],
): Promise<AloneAccount[]> => {
  const { store } = ports
  const roleIds = await sharedAdministratorRoles(store, tenantId)
  if (roleIds.length === 0) return []
  const after = new Map(changes.map((change) => [`${change.tenantId} ${change.userId}`, change.roleIds]))
  const guests = await guestsFrom(ports, [tenantId, ...(await ancestorsOf(store, tenantId))], roleIds)
  const isLosing = (member: MemberRecord): boolean => {
    const kept = after.get(`${member.tenantId} ${member.userId}`)
    return kept !== undefined && !kept.some((id) => roleIds.includes(id))
  }
  const losing = guests.filter(isLosing)
  const staying = guests.filter((member) => !isLosing(member))
  const below = losing.length > 0 ? await descendantsOf(store, tenantId) : []
  const lost = await lostBy(ports, below, { tenantId, losing, staying })
  return withoutOwn(ports, { lost, below }, roleIds)
}

/** Returns the accounts that a move below another account leaves without their last administrator. */
export const accountsLeftAloneByMove = async (
  ports: TransactionPorts,
  account: AloneAccount,
  parentId: string,
): Promise<AloneAccount[]> => {
  const { store } = ports
  const { tenantId } = account
  const roleIds = await sharedAdministratorRoles(store, tenantId)
  if (roleIds.length === 0) return []
  const after = [parentId, ...(await ancestorsOf(store, parentId))]
  const left = (await ancestorsOf(store, tenantId)).filter((id) => !after.includes(id))
  const losing = await guestsFrom(ports, left, roleIds)
  const staying = losing.length > 0 ? await guestsFrom(ports, after, roleIds) : []
  const moved = [account, ...(losing.length > 0 ? await descendantsOf(store, tenantId) : [])]
  const lost = await lostBy(ports, moved, { tenantId, losing, staying })
  return withoutOwn(ports, { lost, below: moved }, roleIds)
}

/** Returns whether an account has temporary users who currently administrate it. */
const hasTemporary = async ({ store, clock }: TransactionPorts, tenantId: string): Promise<boolean> => {
  const isAdministrator = await administratorOf(store, tenantId)
  const active = {
    activated: true,
    disabledAt: null,
    isLocked: false,
    temporaryUntil: { gte: clock.now() + 1 },
  } as const
  return (await store.members.list({ tenantId, ...active })).some(isAdministrator)
}

/** Returns whether no one administrates an account, neither a user of its own nor one from an account above. */
export const isAlone = async (ports: TransactionPorts, tenantId: string): Promise<boolean> => {
  const { store } = ports
  if ((await administratorsOf(store, tenantId)).length > 0 || (await hasTemporary(ports, tenantId))) return false
  const roleIds = await sharedAdministratorRoles(store, tenantId)
  const above = roleIds.length > 0 ? await ancestorsOf(store, tenantId) : []
  const guests = await guestsFrom(ports, above, roleIds)
  const isOwn = await ownMembers(ports, [tenantId], guests)
  const helpers = guests.filter(({ userId }) => !isOwn(tenantId, userId))
  return !(await canOneSignIn(ports, tenantId, helpers))
}
