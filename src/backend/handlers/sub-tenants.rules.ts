import type { accountPaths, subTenantStatus, subTenants, subTenantTree } from '../../contract/accounts.ts'
import { memberInPathOfTree, memberOfAccounts } from '../call/ruled-request.ts'
import {
  addsAdministrator,
  concernsAdministrator,
  invitesAdministrator,
  membersGivenAccess,
  membersLosingMoved,
  promotesOrDemotes,
} from '../domain/identity/team/access-changes.ts'
import { PERMISSION_SUFFICES, READS, type RulesOf } from '../http/rules.ts'

const WRITE_SUB_TENANT_USERS = 'fe.secure.write.userSubTenants'
const WRITE_SUB_ACCOUNTS = 'fe.account-hierarchy.write.subAccount'
const DELETE_SUB_ACCOUNTS = 'fe.account-hierarchy.delete.subAccount'
const READ_SUB_ACCOUNTS = 'fe.account-hierarchy.read.subAccount'

export const subTenantsRules = {
  listAllUsers: { permission: 'fe.secure.read.userSubTenants' },
  addUserToTenants: {
    permission: WRITE_SUB_TENANT_USERS,
    rank: 'none',
    fresh: invitesAdministrator('subTenants'),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  removeUserFromTenants: {
    permission: 'fe.secure.delete.users',
    rank: memberOfAccounts('subTenants'),
    fresh: concernsAdministrator(memberOfAccounts('subTenants')),
    audit: 'change',
    grants: false,
    events: ['users'],
  },
  setUserRoles: {
    permission: 'fe.secure.write.usersRoles',
    rank: memberOfAccounts('subTenantsRoles'),
    fresh: promotesOrDemotes(memberOfAccounts('subTenantsRoles'), 'subTenantsRoles'),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  setSubAccountAccess: {
    permission: 'fe.account-hierarchy.write.subAccountAccess',
    rank: memberInPathOfTree,
    fresh: concernsAdministrator(memberInPathOfTree),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  addUsers: {
    permission: WRITE_SUB_TENANT_USERS,
    rank: membersGivenAccess,
    fresh: addsAdministrator,
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  createSubTenant: { permission: WRITE_SUB_ACCOUNTS, ...PERMISSION_SUFFICES, audit: 'change', events: ['subAccounts'] },
  updateSubTenant: { permission: WRITE_SUB_ACCOUNTS, ...PERMISSION_SUFFICES, audit: 'change', events: ['subAccounts'] },
  // It ends the access of all administrators of the account.
  deleteSubTenant: {
    permission: DELETE_SUB_ACCOUNTS,
    rank: 'none',
    fresh: 'always',
    grants: false,
    audit: 'change',
    events: ['subAccounts'],
  },
  getSubTenants: { permission: READ_SUB_ACCOUNTS },
  getSubTenantTree: { permission: READ_SUB_ACCOUNTS },
  getParentTenants: { permission: READ_SUB_ACCOUNTS },
  searchSubTenants: { permission: READ_SUB_ACCOUNTS },
  getHierarchyMetadata: { permission: READ_SUB_ACCOUNTS },
  countUsers: { permission: READ_SUB_ACCOUNTS, ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof subTenants>

export const subTenantStatusRules = {
  updateStatus: {
    permission: DELETE_SUB_ACCOUNTS,
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['subAccounts'],
  },
} satisfies RulesOf<typeof subTenantStatus>

export const subTenantTreeRules = {
  // A move changes who administers the account from above, and whose identity provider it trusts.
  moveSubTenant: {
    permission: WRITE_SUB_ACCOUNTS,
    rank: membersLosingMoved,
    fresh: 'always',
    audit: 'change',
    grants: true,
    events: ['subAccounts'],
  },
} satisfies RulesOf<typeof subTenantTree>

export const accountPathsRules = {
  listPaths: { permission: READ_SUB_ACCOUNTS },
  listOwnPaths: { permission: null },
} satisfies RulesOf<typeof accountPaths>
