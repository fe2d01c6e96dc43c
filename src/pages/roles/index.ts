import { definePage } from '../../feature/define-page.ts'
import type { RolesAbility } from './roles.state.ts'

export const rolesPage = definePage<RolesAbility>({
  id: 'roles',
  slug: 'roles',
  title: 'Roles',
  group: 'organization',
  icon: 'roles',
  visibility: 'hidden',
  permissions: ['fe.secure.read.roles'],
  featureFlag: 'fe-roles-page',
  abilities: {
    create: 'fe.secure.write.roles',
    edit: 'fe.secure.write.updateRole',
    remove: 'fe.secure.delete.role',
    seeUsers: 'fe.secure.read.users',
  },
  // `role`: its own dialog; `copy`: a new role based on it; `holders`: its members.
  links: ['role', 'new', 'copy', 'holders', 'delete'],
  events: ['create-role', 'update-role', 'delete-role'],
  commands: [{ id: 'createRole', text: 'Create a role', search: 'new=', needs: 'fe.secure.write.roles' }],
  records: {
    kind: 'roles',
    id: 'groupRoles',
    text: 'Roles',
    icon: 'roles',
    search: ({ id }) => `role=${encodeURIComponent(id)}`,
  },
  keywords: 'permissions rbac',
  load: () => import('./roles.view.tsx'),
})
