import { definePage } from '../../feature/define-page.ts'
import type { UsersAbility } from './users.state.ts'

export const usersPage = definePage<UsersAbility>({
  id: 'users',
  slug: 'users',
  title: 'Users',
  group: 'organisation',
  icon: 'users',
  visibility: 'always',
  permissions: ['fe.secure.read.users'],
  abilities: {
    invite: 'fe.secure.write.users',
    editRoles: 'fe.secure.write.usersRoles',
    remove: 'fe.secure.delete.users',
    resend: 'fe.secure.write.resendActivationEmail',
    unlock: 'fe.secure.write.users',
    endSessions: 'fe.secure.write.users',
    seeActivity: 'fe.secure.read.audits',
    link: 'fe.secure.write.tenantInvites',
    editGroups: 'fe.secure.write.groupsUsers',
    seeSubAccounts: 'fe.account-hierarchy.read.subAccount',
    addToAccounts: 'fe.secure.write.userSubTenants',
  },
  // Most are about users: `roles` and `remove` about several, their ids joined by commas.
  links: [
    'invite',
    'link',
    'settings',
    'import',
    'details',
    'roles',
    'groups',
    'addToGroups',
    'accounts',
    'extend',
    'remove',
  ],
  events: ['create-user', 'update-user', 'delete-user'],
  records: {
    kind: 'users',
    id: 'groupUsers',
    text: 'Users',
    icon: 'user',
    search: ({ note, name }) => `search=${encodeURIComponent(note ?? name)}`,
  },
  load: () => import('./users.page.tsx'),
})
