import type { Caller } from '../../../call/caller.ts'
import { forbidden, Refusal } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import { publicPolicySetting } from '../../settings/public-policy.ts'
import { assertNotDeleted } from '../access/deletion-pending.ts'
import { isLockedHere } from '../mfa/known-device.ts'

const LOCKED = 'This account is locked after too many failed attempts. Reset your password or ask your administrator'

/** Refuses users who may not enter. The reasons are shown only to users who have proven who they are. */
export const assertMayEnter = async (
  { ports, caller }: { ports: Ports; caller: Caller },
  user: Pick<UserRecord, 'id' | 'lockedAt' | 'verified'>,
): Promise<void> => {
  await assertNotDeleted(ports, user.id)
  if (await isLockedHere({ ports, caller }, user)) throw new Refusal(401, [LOCKED]).as('locked')
  const { allowNotVerifiedUsersLogin } = await publicPolicySetting.ofVendor(ports.store)
  if (!user.verified && !allowNotVerifiedUsersLogin) {
    throw forbidden('Verify your email first. Open the link we sent you.').as('not-verified')
  }
}
