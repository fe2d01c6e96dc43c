import { Refusal } from '../../../call/refusal.ts'
import { audit } from '../../audit/audit.ts'
import { noteFailure } from '../../sso/setup/failures.ts'
import type { DirectoryCall } from './directory-call.ts'

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE']
/** Refusals that last until someone changes a setting, here or in the directory. */
const LASTING = [400, 403, 409]

/**
 * Directories send a refused change again and again, and show why only in logs of their own. So the connection remembers
 * it for the administrator here, once per reason, with the time of the last one.
 */
export const noteRefusal = async (call: DirectoryCall, method: string, error: unknown): Promise<never> => {
  const isNoted = error instanceof Refusal && CHANGES.includes(method) && LASTING.includes(error.status)
  if (!isNoted) throw error
  const { ports, caller, connection } = call
  const reason = error.errors.join(' ')
  if (await noteFailure(ports, connection, reason)) {
    await audit(ports, caller, {
      tenantId: connection.tenantId,
      user: { id: connection.id, email: `scim:${connection.name}` },
      action: 'Change of the directory refused',
      resource: 'Provisioning',
      severity: 'Medium',
      description: `A change of the directory was refused: ${reason}`,
      detail: { connectionId: connection.id, method, status: error.status, reason },
    })
  }
  throw error
}
