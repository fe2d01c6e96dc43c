import type { OwnMembership } from '../../../contract/me.ts'
import type { SignedRequest } from '../../call/auth.ts'
import { conflict, forbidden, notFound } from '../../call/refusal.ts'
import type { TransactionPorts } from '../../ports.ts'
import type { MemberRecord } from '../../store/records.ts'
import { signInRefusal } from '../identity/access/tenant-entry.ts'
import { isVouchedFor } from '../identity/access/vouching.ts'
import { presentUser, reasonToStay } from '../identity/lockout-guard/administrator-stays.ts'
import { reportingLeftAlone } from '../identity/lockout-guard/report-left-alone.ts'
import { assertManagedHere, isActiveMember } from '../identity/members/members.ts'
import { lockTenant } from '../identity/roles/administrators.ts'
import { lockMemberships } from '../identity/team/end-memberships.ts'
import { auditVouchedTokens, recordMemberChange, revokeVouchedTokens } from '../identity/team/member-changes.ts'

type Blocker = NonNullable<OwnMembership['blockedBy']>

const REASONS: Readonly<Record<Exclude<Blocker, 'directory'>, string>> = {
  'only-administrator': 'You’re the only administrator of this account. Make another member an administrator first.',
  'only-way-in':
    'No other administrator of this account could sign in. Make sure that another administrator can sign in first.',
  'only-account': 'This is your only account. To leave it, delete your user account.',
}

type Leaving = Pick<SignedRequest, 'auth' | 'caller'> & { ports: TransactionPorts }

const blockerOf = async (
  { ports, auth, caller }: Leaving,
  { member, places, now }: { member: MemberRecord; places: readonly MemberRecord[]; now: number },
): Promise<Blocker | null> => {
  if (member.directoryId !== null) return 'directory'
  if (!places.some((other) => other.id !== member.id && isActiveMember(other, now))) return 'only-account'
  return (await reasonToStay(ports, member, { roleIds: [], present: presentUser({ auth, caller }) })) ?? null
}

/** Returns the user's accounts, and which of them they can leave. */
export const ownMemberships = async (call: SignedRequest): Promise<OwnMembership[]> => {
  const { ports, auth } = call
  const now = ports.clock.now()
  const all = await ports.store.members.list({ userId: auth.user.id, activated: true })
  const places = all.filter((member) => isActiveMember(member, now))
  const tenants = await ports.store.tenants.list({ id: { in: places.map(({ tenantId }) => tenantId) } })
  const names = new Map(tenants.map(({ id, name }) => [id, name]))
  const shown = await Promise.all(
    places.map(async (member) => ({
      tenantId: member.tenantId,
      name: names.get(member.tenantId) ?? '',
      blockedBy: await blockerOf(call, { member, places, now }),
    })),
  )
  return shown.sort((left, right) => left.name.localeCompare(right.name, 'en'))
}

/**
 * Ends the caller's own membership of any account that trusts what they have proven, and revokes the account's tokens
 * that they vouched for.
 */
export const leaveTenant = async (call: SignedRequest, tenantId: string): Promise<void> => {
  const { ports, auth } = call
  if (!(await isVouchedFor(ports, auth, tenantId))) throw signInRefusal('own-proof', false) ?? forbidden()
  const finish = await ports.store.transaction(async (store) => {
    const now = ports.clock.now()
    // Read only after this, so that a concurrent change that makes them the last administrator is seen.
    await lockTenant(store, tenantId, now)
    await lockMemberships(store, [auth.user.id])
    const places = await store.members.list({ userId: auth.user.id, activated: true })
    const member = places.find((place) => place.tenantId === tenantId)
    if (!member) throw notFound("You don't belong to this account")
    assertManagedHere(member)
    const blocker = await blockerOf({ ...call, ports: { ...ports, store } }, { member, places, now })
    if (blocker && blocker !== 'directory') throw conflict(REASONS[blocker])
    const losing = [{ member, roleIds: [] }]
    const report = await reportingLeftAlone(ports, call.caller, { tenantId, losing, actor: auth.user })
    await report.before(store)
    const revoked = await revokeVouchedTokens(call, store, member)
    await store.members.delete({ id: member.id })
    await store.tenants.update({ id: tenantId, founderId: auth.user.id }, { founderId: null })
    await store.tickets.delete({ userId: auth.user.id, tenantId })
    await store.apiTokens.delete({ userId: auth.user.id, tenantId })
    await recordMemberChange(call, store, member, 'frontegg.user.removedFromTenant')
    await call.audit({
      inside: store,
      tenantId,
      action: 'User left',
      resource: 'Users',
      severity: 'Medium',
      description: 'Left the account',
    })
    await auditVouchedTokens(call, store, tenantId, revoked)
    return report.after
  })
  await finish()
}
