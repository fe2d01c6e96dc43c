import type { FeatureDeps } from '../../feature/slice.ts'
import { holdsPermission } from '../../rules/permission.ts'

/** The user who views a page, and their permissions there. */
export interface Viewer<Ability extends string> {
  id: string
  tenantId: string
  tenantName: string
  may: Readonly<Record<Ability, boolean>>
  /** The user's permission keys, with wildcards as stored; `undefined` when the backend doesn't send them. */
  keys: readonly string[] | undefined
}

/** Returns the viewer with the actions they may perform. The server decides again. */
export const viewerOf = <Ability extends string>(
  { session }: Pick<FeatureDeps, 'session'>,
  needed: Readonly<Record<Ability, string>>,
): Viewer<Ability> => {
  const { user, activeTenant } = session.current()
  const keys = user?.superUser === true ? ['*'] : user?.permissions?.map((permission) => permission.key)
  // An older backend may not send the keys; then every control is shown and the server decides.
  const may = Object.fromEntries(
    Object.entries<string>(needed).map(([ability, key]) => [ability, keys === undefined || holdsPermission(keys, key)]),
  )
  return {
    id: user?.id ?? '',
    tenantId: activeTenant?.tenantId ?? user?.tenantId ?? '',
    tenantName: activeTenant?.name ?? '',
    // The object is built from exactly these abilities.
    may: may as Record<Ability, boolean>,
    keys,
  }
}
