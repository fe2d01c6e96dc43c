import { coversPermissions } from '../../../../rules/permission.ts'
import type { Grants } from '../../../call/auth.ts'
import { isOfPortal } from '../roles/rank.ts'
import { type Guarantor, grantableBy, type Reading } from './guarantor.ts'
import { accountRights } from './rights.ts'

/** Returns whether a guarantor could currently grant all of these roles. */
export const mayStillGrant = async (
  reading: Reading,
  guarantor: Guarantor | undefined,
  { tenantId, roleIds }: { tenantId: string; roleIds: readonly string[] },
): Promise<boolean> => (await grantableBy(reading, { tenantId, roleIds }, guarantor)).length === roleIds.length

/**
 * Limits grants to what a guarantor currently holds. A role that the guarantor could no longer grant is left out, and a
 * wildcard is reduced to the part they hold.
 */
export const withinGuarantor = async (
  reading: Reading,
  own: Grants,
  { tenantId, guarantor }: { tenantId: string; guarantor: Guarantor },
): Promise<Grants> => {
  const { keys: held, isStandIn } = guarantor
  // A stand-in for an unknown guarantor may lack permissions of the vendor's product that the guarantor held.
  const isHeld = (key: string) => (isStandIn && !isOfPortal(key)) || coversPermissions(held, [key])
  const roleIds = own.roles.map(({ id }) => id)
  const grantable = await grantableBy(reading, { tenantId, roleIds }, guarantor)
  const administrative = isStandIn ? (await accountRights(reading.store, tenantId)).administrative : undefined
  // Roles of the product alone give nothing that anyone vouches for.
  const isOfProduct = (id: string) =>
    administrative?.({ roleIds: JSON.stringify([id]), groupIds: null }).keys.length === 0
  const roles = own.roles.filter(({ id }) => grantable.includes(id) || isOfProduct(id))
  const missing = own.keys.filter((key) => !isHeld(key))
  if (missing.length === 0) return { ...own, roles }
  const parts = held.filter((key) => coversPermissions(missing, [key]))
  const found = parts.length ? await reading.store.permissions.list({ key: { in: parts } }) : []
  const kept = own.permissions.filter(({ key }) => isHeld(key))
  const permissions = [...new Map([...kept, ...found].map((permission) => [permission.id, permission])).values()]
  return { roles, permissions, keys: permissions.map(({ key }) => key) }
}
