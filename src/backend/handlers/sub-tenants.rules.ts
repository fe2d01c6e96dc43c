import type { accountPaths, subTenantStatus, subTenants, subTenantTree } from '../../contract/accounts.ts'
import { memberInPath, memberOfAccounts } from '../call/ruled-request.ts'
import {
  concernsAdministrator,
  invitesAdministrator,
  promotesOrDemotes,
} from '../domain/identity/team/administrator-changes.ts'
import { READS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const subTenantsRules = {
  listAllUsers: { permission: 'fe.secure.read.userSubTenants' },
  addUserToTenants: {
    permission: 'fe.secure.write.userSubTenants',
    rank: 'none',
    fresh: invitesAdministrator,
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  removeUserFromTenants: {
    permission: 'fe.secure.delete.users',
    rank: memberOfAccounts,
    fresh: concernsAdministrator(memberOfAccounts),
    audit: 'change',
    grants: false,
    events: ['users'],
  },
  setUserRoles: {
    permission: 'fe.secure.write.usersRoles',
    rank: memberOfAccounts,
    fresh: promotesOrDemotes(memberOfAccounts),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  setSubAccountAccess: {
    permission: 'fe.account-hierarchy.write.subAccountAccess',
    rank: memberInPath,
    fresh: concernsAdministrator(memberInPath),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  addUsers: {
    permission: 'fe.secure.write.userSubTenants',
    rank: 'none',
    fresh: invitesAdministrator,
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  createSubTenant: {
    permission: 'fe.account-hierarchy.write.subAccount',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['subAccounts'],
  },
  updateSubTenant: {
    permission: 'fe.account-hierarchy.write.subAccount',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['subAccounts'],
  },
  deleteSubTenant: {
    permission: 'fe.account-hierarchy.delete.subAccount',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['subAccounts'],
  },
  getSubTenants: { permission: 'fe.account-hierarchy.read.subAccount' },
  getSubTenantTree: { permission: 'fe.account-hierarchy.read.subAccount' },
  getParentTenants: { permission: 'fe.account-hierarchy.read.subAccount' },
  searchSubTenants: { permission: 'fe.account-hierarchy.read.subAccount' },
  getHierarchyMetadata: { permission: 'fe.account-hierarchy.read.subAccount' },
  countUsers: { permission: 'fe.account-hierarchy.read.subAccount', ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof subTenants>

export const subTenantStatusRules = {
  updateStatus: {
    permission: 'fe.account-hierarchy.delete.subAccount',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['subAccounts'],
  },
} satisfies RulesOf<typeof subTenantStatus>

export const subTenantTreeRules = {
  moveSubTenant: {
    permission: 'fe.account-hierarchy.write.subAccount',
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: true,
    events: ['subAccounts'],
  },
} satisfies RulesOf<typeof subTenantTree>

export const accountPathsRules = {
  listPaths: { permission: 'fe.account-hierarchy.read.subAccount' },
  listOwnPaths: { permission: null },
} satisfies RulesOf<typeof accountPaths>
