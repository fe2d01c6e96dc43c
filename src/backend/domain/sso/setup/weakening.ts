import type { FreshWhen } from '../../../call/ruled-request.ts'
import { idsOf } from '../../../store/json-text.ts'
import { isEnforced } from './enforcement.ts'

/** Returns whether a change ends the requirement of single sign-on, or exempts more users from it. */
export const weakensEnforcement: FreshWhen = async ({ ports, path, body }) => {
  const setup = await ports.store.ssoSetups.get(path.id ?? '')
  if (!setup?.enforced) return false
  const known = idsOf(setup.exemptUserIds)
  const exempt: readonly unknown[] = Array.isArray(body.exemptUserIds) ? body.exemptUserIds : []
  return body.enforced !== true || exempt.some((id) => typeof id === 'string' && !known.includes(id))
}

/** Returns whether a change turns off a required connection. The handler checks all other changes. */
export const turnsOffRequired: FreshWhen = ({ ports, path, body }) =>
  body.enabled === false && isEnforced(ports.store, { id: path.configId ?? '' })

export const turnsOff: FreshWhen = ({ body }) => body.enabled === false
