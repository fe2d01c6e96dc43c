import type { permissions, roleList, roles } from '../../contract/roles.ts'
import { addsAdministratorDefault, changesAdministratorRole } from '../domain/identity/team/administrator-changes.ts'
import { READS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const rolesRules = {
  listRoles: { permission: 'fe.secure.read.roles' },
  addRole: {
    permission: 'fe.secure.write.roles',
    rank: 'none',
    fresh: addsAdministratorDefault,
    audit: 'change',
    grants: true,
    events: ['access'],
  },
  updateRole: {
    permission: 'fe.secure.write.updateRole',
    rank: 'none',
    fresh: changesAdministratorRole,
    audit: 'change',
    grants: true,
    events: ['access'],
  },
  deleteRole: {
    permission: 'fe.secure.delete.role',
    rank: 'none',
    fresh: changesAdministratorRole,
    audit: 'change',
    grants: false,
    events: ['access'],
  },
  attachPermissions: {
    permission: 'fe.secure.write.updateRole',
    rank: 'none',
    fresh: changesAdministratorRole,
    audit: 'change',
    grants: true,
    events: ['access'],
  },
} satisfies RulesOf<typeof roles>

export const permissionsRules = {
  listPermissions: { permission: 'fe.secure.read.permissions' },
  listCategories: { permission: 'fe.secure.read.permissions' },
} satisfies RulesOf<typeof permissions>

export const roleListRules = {
  listRoles: { permission: 'fe.secure.read.roles' },
  roleImpact: { permission: 'fe.secure.read.roles', ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof roleList>
