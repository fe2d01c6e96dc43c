import type { Role } from '../entities/team.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

interface RoleFields {
  key: string
  name: string
  description: string
  isDefault: boolean
  level: number
}

export const roles = {
  listRoles: endpoint<void, void, Role[]>()('GET', '/identity/resources/roles/v1'),
  /** Adds a role; `permissions` are IDs. */
  addRole: endpoint<void, RoleFields & { permissions: string[] }, Role>()('POST', '/identity/resources/roles/v1'),
  updateRole: endpoint<void, Partial<RoleFields>, Role>()('PATCH', '/identity/resources/roles/v1/{roleId}'),
  deleteRole: endpoint<void, void, Ignored>()('DELETE', '/identity/resources/roles/v1/{roleId}'),
  attachPermissions: endpoint<void, { permissionIds: string[] }, Role>()(
    'PUT',
    '/identity/resources/roles/v1/{roleId}/permissions',
  ),
}
