import type { FreshWhen } from '../../../call/ruled-request.ts'
import { idsOf } from '../../../store/json-text.ts'
import { isEnforced } from './enforcement.ts'

/** Single sign-on that is required no longer, or of fewer users. */
export const weakensEnforcement: FreshWhen = async ({ ports, path, body }) => {
  const setup = await ports.store.ssoSetups.get(path.id ?? '')
  if (!setup?.enforced) return false
  const known = idsOf(setup.exemptUserIds)
  const exempt: readonly unknown[] = Array.isArray(body.exemptUserIds) ? body.exemptUserIds : []
  return body.enforced !== true || exempt.some((id) => typeof id === 'string' && !known.includes(id))
}

/** A connection that is off requires nothing. What else changes, the handler judges. */
export const turnsOffRequired: FreshWhen = ({ ports, path, body }) =>
  body.enabled === false && isEnforced(ports.store, { id: path.configId ?? '' })

export const turnsOff: FreshWhen = ({ body }) => body.enabled === false
