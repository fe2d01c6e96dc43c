import type { SignedRequest } from '../../call/auth.ts'
import { conflict } from '../../call/refusal.ts'
import type { MemberRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { ipConfigOf, isIpAllowed } from '../ip-restrictions/ip-rules.ts'
import { administratorIds, administratorsOf, waitInLine } from '../members/administrators.ts'
import { idsOf } from '../roles/grants.ts'
import { addressesOf, type Present, presentOf } from './ip.ts'
import type { GuardPorts, Subject } from './judge.ts'
import { subjectsAmong } from './subjects.ts'

/** Why a member must stay an administrator: there is no other, or no other could sign in. */
export type StayReason = 'only-administrator' | 'only-way-in'

const REASONS: Readonly<Record<StayReason, string>> = {
  'only-administrator': 'The last administrator of an account must stay one',
  'only-way-in':
    'No other administrator of this account could sign in, so nothing was changed. Make sure that another administrator can sign in, then try again',
}

/** One administrator who can sign in is enough, and usually among the first. */
const BATCH = 50

/** The caller, if it is a user rather than a script. */
export const presentUser = (call: Pick<SignedRequest, 'auth' | 'caller'>): Present | undefined =>
  call.auth.machine ? undefined : presentOf(call)

interface Place {
  tenantId: string
  present: Present | undefined
}

const isOneInside = async (ports: GuardPorts, { tenantId, present }: Place, subjects: readonly Subject[]) => {
  const { store } = ports
  if (subjects.length === 0 || !(await ipConfigOf(store, tenantId)).isActive) return subjects.length > 0
  const addresses = await addressesOf({ store, tenantId, present }, subjects)
  const known = new Set(subjects.flatMap(({ user }) => addresses.get(user.id) ?? []))
  for (const ipAddress of known) if (await isIpAllowed(store, tenantId, ipAddress)) return true
  return false
}

/**
 * Whether one of these administrators could sign in and use the account as things are. While IP restrictions are active,
 * that takes an IP address that is known of them and let in.
 */
const canOneEnter = async (ports: GuardPorts, place: Place, administrators: readonly MemberRecord[]) => {
  for (let at = 0; at < administrators.length; at += BATCH) {
    const subjects = await subjectsAmong(ports, place.tenantId, administrators.slice(at, at + BATCH))
    const able = subjects.filter(({ canSignIn }) => canSignIn)
    if (await isOneInside(ports, place, able)) return true
  }
  return false
}

interface After {
  roleIds: readonly string[]
  /** Whether the member keeps their groups. @default false */
  keepsGroups?: boolean
  present?: Present
}

/**
 * Why the account needs a member as administrator; `undefined` when it doesn't. Runs inside the transaction of the change,
 * before it.
 */
export const reasonToStay = async (
  ports: GuardPorts,
  member: MemberRecord,
  { roleIds, keepsGroups = false, present }: After,
): Promise<StayReason | undefined> => {
  const { store, clock } = ports
  const { tenantId, userId } = member
  const ids = await administratorIds(store, tenantId)
  const groupIds = idsOf(member.groupIds)
  const isOne = (roles: readonly string[], groups: readonly string[]) =>
    roles.some((id) => ids.roles.includes(id)) || groups.some((id) => ids.groups.includes(id))
  if (!isOne(idsOf(member.roleIds), groupIds) || isOne(roleIds, keepsGroups ? groupIds : [])) return undefined
  await waitInLine(store, tenantId, clock.now())
  const all = await administratorsOf(store, tenantId)
  const others = all.filter((each) => each.userId !== userId)
  if (others.length === 0) return 'only-administrator'
  const place = { tenantId, present }
  if (await canOneEnter(ports, place, others)) return undefined
  // An account that no administrator could enter before loses nothing.
  const own = all.filter((each) => each.userId === userId)
  return (await canOneEnter(ports, place, own)) ? 'only-way-in' : undefined
}

/** @throws Refusal 409 when no one would be left who can decide about roles */
export const assertAdministratorStays = async (
  ports: GuardPorts,
  member: MemberRecord,
  after: After,
): Promise<void> => {
  const { store, clock } = ports
  await waitInLine(store, member.tenantId, clock.now())
  // As the change before this one left it: their other way to be an administrator may be gone.
  const current = (await store.members.get(member.id)) ?? member
  const reason = await reasonToStay(ports, current, after)
  if (reason) throw conflict(REASONS[reason])
}

/** A directory passes no `caller`: its IP address is that of no administrator. */
type KeepingCall = Pick<SignedRequest, 'ports' | 'auth'> & Partial<Pick<SignedRequest, 'caller'>>

/**
 * Runs a change of roles, groups or members and takes it back when it would leave the account without an administrator, or
 * without one who can sign in.
 */
export const keepingAdministrator = <Result>(
  { ports, auth, caller }: KeepingCall,
  work: (store: Collections) => Promise<Result>,
): Promise<Result> =>
  ports.store.transaction(async (store) => {
    const { tenantId } = auth
    const inside = { ...ports, store }
    const place = { tenantId, present: caller && presentUser({ auth, caller }) }
    await waitInLine(store, tenantId, ports.clock.now())
    const before = await administratorsOf(store, tenantId)
    const couldEnter = await canOneEnter(inside, place, before)
    const result = await work(store)
    const after = await administratorsOf(store, tenantId)
    if (before.length > 0 && after.length === 0) throw conflict(REASONS['only-administrator'])
    if (couldEnter && !(await canOneEnter(inside, place, after))) throw conflict(REASONS['only-way-in'])
    return result
  })
