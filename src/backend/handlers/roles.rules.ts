import type { permissions, roleList, roles } from '../../contract/roles.ts'
import {
  addsAdministratorDefault,
  changesPermissionsOfRole,
  concernsAdministratorRole,
  membersLosingPermissions,
  membersLosingRole,
} from '../domain/identity/team/access-changes.ts'
import { PERMISSION_SUFFICES, READS, type RulesOf } from '../http/rules.ts'

const READ_ROLES = 'fe.secure.read.roles'
const UPDATE_ROLE = 'fe.secure.write.updateRole'
const READ_PERMISSIONS = 'fe.secure.read.permissions'

const CHANGES_ACCESS = { audit: 'change', events: ['access'] } as const

export const rolesRules = {
  listRoles: { permission: READ_ROLES },
  addRole: {
    permission: 'fe.secure.write.roles',
    rank: 'none',
    fresh: addsAdministratorDefault,
    grants: true,
    ...CHANGES_ACCESS,
  },
  updateRole: {
    permission: UPDATE_ROLE,
    rank: 'none',
    fresh: concernsAdministratorRole,
    grants: true,
    ...CHANGES_ACCESS,
  },
  deleteRole: {
    permission: 'fe.secure.delete.role',
    rank: membersLosingRole,
    fresh: concernsAdministratorRole,
    grants: false,
    ...CHANGES_ACCESS,
  },
  attachPermissions: {
    permission: UPDATE_ROLE,
    rank: membersLosingPermissions,
    fresh: changesPermissionsOfRole,
    grants: true,
    ...CHANGES_ACCESS,
  },
} satisfies RulesOf<typeof roles>

export const permissionsRules = {
  listPermissions: { permission: READ_PERMISSIONS },
  listCategories: { permission: READ_PERMISSIONS },
} satisfies RulesOf<typeof permissions>

export const roleListRules = {
  listRoles: { permission: READ_ROLES },
  roleImpact: { permission: READ_ROLES, ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof roleList>
