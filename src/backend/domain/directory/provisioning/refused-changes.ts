import { Refusal } from '../../../call/refusal.ts'
import { audit } from '../../audit/audit.ts'
import { noteFailure } from '../../sso/setup/failures.ts'
import type { DirectoryCall } from './directory-call.ts'

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE']
/** Statuses of refusals that last until someone changes a setting, here or in the directory. */
const LASTING = [400, 403, 409]

/**
 * Records a refused change and throws its error. Directories repeat a refused change and show the reason only in their
 * own logs, so the connection stores each reason once for the administrator, with the time of the last refusal.
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
