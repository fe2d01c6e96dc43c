import type { ProvisioningConnection, ScimSource } from '../entities/sso.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

const SCIM = '/directory/resources/v1/configurations/scim2'

interface NewConnection {
  source: ScimSource
  connectionName?: string
  syncToUserManagement?: boolean
}

export const provisioning = {
  listConnections: endpoint<void, void, ProvisioningConnection[]>()('GET', SCIM),
  /** Creates a connection; `token` is shown once. */
  createConnection: endpoint<void, NewConnection, { id: string; connectionName: string; token: string }>()(
    'POST',
    SCIM,
  ),
  updateConnection: endpoint<void, { syncToUserManagement?: boolean }, Ignored>()('PATCH', `${SCIM}/{id}`),
  deleteConnection: endpoint<void, void, Ignored>()('DELETE', `${SCIM}/{id}`),
  countConnectionUsers: endpoint<void, void, { count: number }>()(
    'GET',
    '/directory/resources/scim/temp/{id}/Users/count',
  ),
}
