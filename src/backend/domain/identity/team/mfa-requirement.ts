import type { SignedRequest } from '../../../call/auth.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { membersByIds } from '../members/members.ts'
import { assertOutranksMembers } from '../roles/rank.ts'

/** Turns the requirement of a second factor at the next sign-in on or off, and returns the members that changed. */
export const setMfaRequirement = async (
  { ports, auth }: SignedRequest,
  { userIds, required }: { userIds: readonly string[]; required: boolean },
  alsoWrite: (store: Collections, changed: readonly MemberRecord[]) => Promise<void>,
): Promise<MemberRecord[]> => {
  const found = await membersByIds(ports.store, auth.tenantId, userIds)
  const changed = found.filter((member) => member.activated && member.mustUseMfa !== required)
  if (changed.length === 0) return []
  await assertOutranksMembers(ports.store, auth, changed)
  await ports.store.transaction(async (store) => {
    await store.members.update({ id: { in: changed.map(({ id }) => id) } }, { mustUseMfa: required })
    await alsoWrite(store, changed)
  })
  return changed
}
