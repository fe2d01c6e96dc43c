import type { Me, UserV3 } from '../entities/auth.ts'
import type { PagedItems, SortOrder } from '../entities/paging.ts'
import type { UserSort } from '../entities/team.ts'
import type { CommaSeparated } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

interface PageOfUsers {
  _offset: number
  _limit: number
  _includeSubTenants: boolean
  ids?: CommaSeparated
  _sortBy?: UserSort
  _order?: SortOrder
}

export interface UserListQueryV2 extends PageOfUsers {
  /** Part of a name or email. */
  _filter?: string
  metadata?: string
}

export interface UserListQueryV3 extends PageOfUsers {
  _preset?: 'mfa-unenrolled' | 'breached-passwords' | 'inactive'
  _email?: string
  /** With the `inactive` preset: seconds since the last sign-in. */
  _maxInactiveSeconds?: number
  _tenantId?: string
}

interface UserInTenant {
  vendorId: string
  tenantId: string
  userId: string
}

/** Users of a tenant, and of its sub-tenants on request. */
export const users = {
  listUsersV2: endpoint<UserListQueryV2, void, PagedItems<Me>>()('GET', '/identity/resources/users/v2', { jwt: true }),
  listUsersV3: endpoint<UserListQueryV3, void, PagedItems<UserV3>>()('GET', '/identity/resources/users/v3', {
    jwt: true,
  }),
  getUsersRoles: endpoint<{ ids: CommaSeparated }, void, (UserInTenant & { roleIds: string[] })[]>()(
    'GET',
    '/identity/resources/users/v3/roles',
    { jwt: true },
  ),
  getUsersGroups: endpoint<{ ids: CommaSeparated }, void, (UserInTenant & { groupIds: string[] })[]>()(
    'GET',
    '/identity/resources/users/v3/groups',
    { jwt: true, unused: true },
  ),
  getUserJwtForTenant: endpoint<
    void,
    { tenantId: string },
    { accessToken: string; expires: string; expiresIn: number }
  >()('POST', '/identity/resources/users/v3/me/token'),
}
