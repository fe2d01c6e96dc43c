import type { AdminBoxAction, AdminBoxMetadata, IpInfo, SamlMetadata } from '../entities/portal.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

export const metadata = {
  getSamlMetadata: endpoint<{ entityName: 'saml' }, void, SamlMetadata>()('GET', '/metadata'),
  getAdminBoxMetadata: endpoint<void, void, AdminBoxMetadata>()('GET', '/metadata/admin-box'),
  /** Updates the metadata. Older clients send POST; servers accept both. */
  updateAdminBoxMetadata: endpoint<void, { actions: AdminBoxAction[] }, Ignored>()('PUT', '/metadata/admin-box'),
  getCurrentUserIp: endpoint<void, void, IpInfo>()('GET', '/metadata/ipme'),
}
