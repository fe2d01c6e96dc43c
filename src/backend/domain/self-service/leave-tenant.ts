import type { OwnMembership } from '../../../contract/additions/self-service.ts'
import type { SignedRequest } from '../../call/auth.ts'
import { conflict, notFound, Refusal } from '../../call/refusal.ts'
import type { MemberRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { isActiveMember } from '../access/active-member.ts'
import { recordMemberChange } from '../members/member-changes.ts'
import { assertAdministratorStays, assertManagedHere } from '../members/members.ts'

type Blocker = NonNullable<OwnMembership['blockedBy']>

const REASONS: Readonly<Record<Exclude<Blocker, 'directory'>, string>> = {
  'only-administrator': 'You’re the only administrator of this account. Make another member an administrator first.',
  'only-account': 'This is your only account. To leave it, delete your user account.',
}

/** Inside a transaction: whether no one could manage the account without this member. */
export const isOnlyAdministrator = async (store: Collections, member: MemberRecord, now: number): Promise<boolean> => {
  try {
    await assertAdministratorStays(store, member, { roleIds: [], now })
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

const blockerOf = async (
  store: Collections,
  { member, places, now }: { member: MemberRecord; places: readonly MemberRecord[]; now: number },
): Promise<Blocker | null> => {
  if (member.directoryId !== null) return 'directory'
  if (!places.some((other) => other.id !== member.id && isActiveMember(other, now))) return 'only-account'
  return (await isOnlyAdministrator(store, member, now)) ? 'only-administrator' : null
}

/** The user's accounts, and which of them they can leave. */
export const ownMemberships = async ({ ports, auth }: SignedRequest): Promise<OwnMembership[]> => {
  const now = ports.clock.now()
  const all = await ports.store.members.list({ userId: auth.user.id, activated: true })
  const places = all.filter((member) => isActiveMember(member, now))
  const tenants = await ports.store.tenants.list({ id: { in: places.map(({ tenantId }) => tenantId) } })
  const names = new Map(tenants.map(({ id, name }) => [id, name]))
  const shown = await Promise.all(
    places.map(async (member) => ({
      tenantId: member.tenantId,
      name: names.get(member.tenantId) ?? '',
      blockedBy: await blockerOf(ports.store, { member, places, now }),
    })),
  )
  return shown.sort((left, right) => left.name.localeCompare(right.name, 'en'))
}

/** Ends the caller's own membership. Returns it. */
export const leaveTenant = (call: SignedRequest, tenantId: string): Promise<MemberRecord> => {
  const { ports, auth } = call
  return ports.store.transaction(async (store) => {
    const now = ports.clock.now()
    const places = await store.members.list({ userId: auth.user.id, activated: true })
    const member = places.find((place) => place.tenantId === tenantId)
    if (!member) throw notFound("You don't belong to this account")
    assertManagedHere(member)
    const blocker = await blockerOf(store, { member, places, now })
    if (blocker && blocker !== 'directory') throw conflict(REASONS[blocker])
    await store.members.delete({ id: member.id })
    await store.tenants.update({ id: tenantId, founderId: auth.user.id }, { founderId: null })
    await store.tickets.delete({ userId: auth.user.id, tenantId })
    await store.apiTokens.delete({ userId: auth.user.id, tenantId })
    await recordMemberChange(call, store, member, 'frontegg.user.removedFromTenant')
    return member
  })
}
