import type { permissions } from '../../contract/roles.ts'
import type { RulesOf } from '../http/rules.ts'

export const permissionsRules = {
  listPermissions: { permission: 'fe.secure.read.permissions' },
  listCategories: { permission: 'fe.secure.read.permissions' },
} satisfies RulesOf<typeof permissions>
