import { definePage } from '../../feature/define-page.ts'
import type { GroupsAbility } from './groups.state.ts'

export const groupsPage = definePage<GroupsAbility>({
  id: 'groups',
  slug: 'groups',
  title: 'Groups',
  group: 'organization',
  icon: 'groups',
  visibility: 'hidden',
  permissions: ['fe.secure.read.groups'],
  abilities: {
    edit: 'fe.secure.write.groups',
    remove: 'fe.secure.delete.groups',
    editRoles: 'fe.secure.write.groupsRoles',
    addMembers: 'fe.secure.write.groupsUsers',
    removeMembers: 'fe.secure.delete.groupsUsers',
    seeUsers: 'fe.secure.read.users',
  },
  // `group`: its members.
  links: ['group', 'new', 'edit', 'add', 'delete', 'settings'],
  events: ['create-group', 'update-group', 'delete-group'],
  commands: [{ id: 'createGroup', text: 'Create a group', search: 'new=', needs: 'fe.secure.write.groups' }],
  records: {
    kind: 'groups',
    id: 'groupGroups',
    text: 'Groups',
    icon: 'groups',
    search: ({ id }) => `group=${encodeURIComponent(id)}`,
  },
  keywords: 'teams',
  load: () => import('./groups.view.tsx'),
})
