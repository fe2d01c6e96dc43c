import type { AuthRequest, CallerRequest, SignedRequest } from '../../../call/auth.ts'
import { conflict } from '../../../call/refusal.ts'
import type { TransactionPorts } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { assumedOf, guarantorIdsOf, namedBy } from '../guarantor/guarantor.ts'
import type { Assumed } from '../guarantor/rights.ts'
import { ipConfigOf, isIpAllowed } from '../restrictions/ip-rules.ts'
import { administratorIds, administratorOf, administratorsOf, lockTenant } from '../roles/administrators.ts'
import type { Subject } from './guarded-change.ts'
import { addressesOf, type Present, presentOf } from './ip.ts'
import { subjectsOfMembers } from './subjects.ts'

/** The reason why a member must stay an administrator: there is no other, or no other could sign in. */
export type StayReason = 'only-administrator' | 'only-way-in'

const REASONS: Readonly<Record<StayReason, string>> = {
  'only-administrator': 'The last administrator of an account must stay one',
  'only-way-in':
    'No other administrator of this account could sign in, so nothing was changed. Make sure that another administrator can sign in, then try again',
}

const needed = (reason: StayReason) => conflict(REASONS[reason]).as('last-administrator')

const vouchesForCaller = () =>
  conflict(
    'You sign in with a single sign-on connection that this user vouches for, so nothing was changed. Confirm the connection on the single sign-on page, which may first need a sign-in with your own password or passkey, then try again',
  ).as('locks-caller-out')

/** Administrators are checked in batches: one who can sign in is enough, and is usually among the first. */
const BATCH = 50

/** Returns the caller if it is a user rather than a script. */
export const presentUser = (call: Pick<SignedRequest, 'auth' | 'caller'>): Present | undefined =>
  call.auth.machine ? undefined : presentOf(call)

interface Place {
  tenantId: string
  present: Present | undefined
  /** A change of a membership that isn't saved yet. */
  assumed?: Assumed
}

const isOneInside = async (ports: TransactionPorts, { tenantId, present }: Place, subjects: readonly Subject[]) => {
  const { store } = ports
  if (subjects.length === 0 || !(await ipConfigOf(store, tenantId)).isActive) return subjects.length > 0
  const addresses = await addressesOf({ store, tenantId, present }, subjects)
  const known = new Set(subjects.flatMap(({ user }) => addresses.get(user.id) ?? []))
  for (const ipAddress of known) if (await isIpAllowed(store, tenantId, ipAddress)) return true
  return false
}

/**
 * Returns whether one of these administrators could currently sign in and use the account. While IP restrictions are
 * active, this requires a known IP address of theirs that is allowed.
 */
const canOneEnter = async (ports: TransactionPorts, place: Place, administrators: readonly MemberRecord[]) => {
  for (let at = 0; at < administrators.length; at += BATCH) {
    const batch = administrators.slice(at, at + BATCH)
    const subjects = await subjectsOfMembers(ports, place.tenantId, batch, place.assumed)
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
 * Returns whether active connections may sign in fewer users after this member's roles change. For connections without
 * a guarantor, any administrator counts as it.
 */
const doesVouch = async (ports: TransactionPorts, member: MemberRecord): Promise<boolean> => {
  const { tenantId } = member
  const named = await guarantorIdsOf(ports, { tenantId, userIds: [member.userId] })
  const isAdministrator = await administratorOf(ports.store, tenantId)
  const connections = await ports.store.ssoConnections.list({ tenantId, enabled: true })
  return connections.some(({ guarantorId }) =>
    guarantorId === null ? isAdministrator(member) : named.has(namedBy(guarantorId).userId),
  )
}

/** Returns whether a user could sign in to the account, whatever their rights in it. */
const canSignIn = async (ports: TransactionPorts, { tenantId, present, assumed }: Place): Promise<boolean> => {
  const member = present && (await ports.store.members.find({ tenantId, userId: present.userId }))
  if (!member) return false
  return (await subjectsOfMembers(ports, tenantId, [member], assumed)).some((subject) => subject.canSignIn)
}

/**
 * @throws Refusal 409 when the caller can sign in only through a connection that couldn't sign them in after the change
 */
const assertCallerStaysVouchedFor = async (
  ports: TransactionPorts,
  member: MemberRecord,
  { roleIds, keepsGroups, present }: After,
): Promise<void> => {
  if (!present || present.userId === member.userId || !(await doesVouch(ports, member))) return
  const now = { tenantId: member.tenantId, present }
  const assumed = assumedOf(member, { roleIds, keepsGroups })
  if (await canSignIn(ports, { ...now, assumed })) return
  if (await canSignIn(ports, now)) throw vouchesForCaller()
}

/**
 * Returns why the account needs this member as an administrator; `undefined` if it doesn't. Runs inside the transaction
 * of the change, before it.
 */
export const reasonToStay = async (
  ports: TransactionPorts,
  member: MemberRecord,
  { roleIds, keepsGroups = false, present }: After,
): Promise<StayReason | undefined> => {
  const { store, clock } = ports
  const { tenantId, userId } = member
  const ids = await administratorIds(store, tenantId)
  const groupIds = idsOf(member.groupIds)
  const isOne = (roles: readonly string[], groups: readonly string[]) =>
    roles.some((id) => ids.roles.includes(id)) || groups.some((id) => ids.groups.includes(id))
  const isVoucher = await doesVouch(ports, member)
  const staysOne = isOne(roleIds, keepsGroups ? groupIds : [])
  const leaves = isOne(idsOf(member.roleIds), groupIds) && !staysOne
  if (!isVoucher && !leaves) return undefined
  await lockTenant(store, tenantId, clock.now())
  const all = await administratorsOf(store, tenantId)
  const others = leaves ? all.filter((each) => each.userId !== userId) : all
  if (others.length === 0) return leaves ? 'only-administrator' : undefined
  const place = { tenantId, present }
  const after = isVoucher ? { ...place, assumed: assumedOf(member, { roleIds, keepsGroups }) } : place
  if (await canOneEnter(ports, after, others)) return undefined
  // An account that no administrator could enter before the change loses nothing.
  const before = isVoucher ? all : all.filter((each) => each.userId === userId)
  return (await canOneEnter(ports, place, before)) ? 'only-way-in' : undefined
}

/** @throws Refusal 409 when no one would be left who can decide about roles */
export const assertAdministratorStays = async (
  ports: TransactionPorts,
  member: MemberRecord,
  after: After,
): Promise<void> => {
  const { store, clock } = ports
  await lockTenant(store, member.tenantId, clock.now())
  // Read again after the previous change, which may have removed their other administrator role.
  const current = (await store.members.get(member.id)) ?? member
  const reason = await reasonToStay(ports, current, after)
  if (reason) throw needed(reason)
  await assertCallerStaysVouchedFor(ports, current, after)
}

/** A directory passes no `caller`, because its IP address is not an administrator's. */
type KeepingCall = AuthRequest & Partial<CallerRequest>

/**
 * Runs a change of roles, groups or members, and rolls it back if it would leave the account without an administrator
 * who can sign in.
 */
export const keepingAdministrator = <Result>(
  { ports, auth, caller }: KeepingCall,
  work: (store: Collections) => Promise<Result>,
): Promise<Result> =>
  ports.store.transaction(async (store) => {
    const { tenantId } = auth
    const inside = { ...ports, store }
    const place = { tenantId, present: caller && presentUser({ auth, caller }) }
    await lockTenant(store, tenantId, ports.clock.now())
    const before = await administratorsOf(store, tenantId)
    const couldEnter = await canOneEnter(inside, place, before)
    // A guarantor's rights come from their roles and groups, so changing one may affect whom connections sign in.
    const isVouched = (await store.ssoConnections.count({ tenantId, enabled: true })) > 0
    const couldSignIn = isVouched && (await canSignIn(inside, place))
    const result = await work(store)
    const after = await administratorsOf(store, tenantId)
    if (before.length > 0 && after.length === 0) throw needed('only-administrator')
    if (couldEnter && !(await canOneEnter(inside, place, after))) throw needed('only-way-in')
    if (couldSignIn && !(await canSignIn(inside, place))) throw vouchesForCaller()
    return result
  })
