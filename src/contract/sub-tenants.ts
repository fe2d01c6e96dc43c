import type { ParentTenant } from '../entities/auth.ts'
import type { PagedItems, SortOrder } from '../entities/paging.ts'
import type {
  HierarchyEntry,
  HierarchyMetadata,
  HierarchyNode,
  NewSubTenant,
  SubTenant,
  SubTenantRoles,
  SubTenantRow,
  SubTenantUser,
  TenantUserCount,
} from '../entities/tenants.ts'
import type { CommaSeparated, Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

interface AllUsersQuery {
  _offset: number
  _limit: number
  _filter: string
  _sortBy: string
  _order: SortOrder
}

interface NewUserInTenants {
  user: { email: string; name?: string }
  subTenants: { tenantId: string; roleIds?: string[] }[]
}

interface NewUsersInTenant {
  users: { email: string; name?: string }[]
  tenantId: string
  roleIds?: string[]
  allowSubAccountAccess?: boolean
}

interface SubTenantSearch {
  _limit?: number
  _offset?: number
  _filter?: string
  _subTenantId?: string
  _sortBy?: 'createdAt' | 'name' | 'tenantId'
  _order?: SortOrder
}

/** Tenants below the active one, and their users. */
export const subTenants = {
  listAllUsers: endpoint<AllUsersQuery, void, PagedItems<SubTenantUser>>()(
    'GET',
    '/identity/resources/sub-tenants/users/v1',
  ),
  addUserToTenants: endpoint<void, NewUserInTenants, Ignored>()('POST', '/identity/resources/sub-tenants/users/v1'),
  removeUserFromTenants: endpoint<void, { userId: string; subTenants: { tenantId: string }[] }, Ignored>()(
    'DELETE',
    '/identity/resources/sub-tenants/users/v1',
    { jwt: true },
  ),
  setUserRoles: endpoint<void, SubTenantRoles & { ipAddress?: string; userAgent?: string }, Ignored>()(
    'PATCH',
    '/identity/resources/sub-tenants/users/v1/{userId}/roles',
    { jwt: true },
  ),
  setSubAccountAccess: endpoint<void, { allowAccess: boolean }, Ignored>()(
    'PUT',
    '/identity/resources/sub-tenants/users/v1/{userId}/access',
    { jwt: true },
  ),
  addUsers: endpoint<void, NewUsersInTenant, Ignored>()('POST', '/identity/resources/sub-tenants/users/v2/', {
    jwt: true,
  }),
  createSubTenant: endpoint<void, NewSubTenant, SubTenant>()('POST', '/tenants/resources/sub-tenants/v1', {
    jwt: true,
  }),
  updateSubTenant: endpoint<void, { name: string }, Ignored>()(
    'PATCH',
    '/tenants/resources/sub-tenants/v1/{tenantId}',
    { jwt: true },
  ),
  deleteSubTenant: endpoint<void, void, Ignored>()('DELETE', '/tenants/resources/sub-tenants/v1/{tenantId}', {
    jwt: true,
  }),
  getSubTenants: endpoint<void, void, HierarchyEntry[]>()('GET', '/tenants/resources/hierarchy/v1', { jwt: true }),
  getSubTenantTree: endpoint<void, void, HierarchyNode>()('GET', '/tenants/resources/hierarchy/v1/tree', {
    jwt: true,
  }),
  getParentTenants: endpoint<void, void, ParentTenant[]>()('GET', '/tenants/resources/hierarchy/v1/parents', {
    jwt: true,
  }),
  searchSubTenants: endpoint<SubTenantSearch, void, PagedItems<SubTenantRow>>()(
    'GET',
    '/tenants/resources/hierarchy/v2',
    { jwt: true },
  ),
  getHierarchyMetadata: endpoint<{ _tenantIds: CommaSeparated }, void, HierarchyMetadata[]>()(
    'GET',
    '/tenants/resources/hierarchy/v2/metadata',
    { jwt: true },
  ),
  countUsers: endpoint<void, { tenantIds: string[] }, TenantUserCount[]>()(
    'POST',
    '/identity/resources/tenants/users/v1/count',
    { jwt: true },
  ),
}
