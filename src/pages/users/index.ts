import { definePage } from '../../feature/define-page.ts'
import { invitesByEmail } from '../../feature/invites-by-email.ts'
import type { UsersAbility } from './users.state.ts'

/** Returns the query that lists a user and opens a dialog for them. */
const searchFor =
  (dialog: string) =>
  ({ id, note, name }: { id: string; note?: string; name: string }) =>
    `search=${encodeURIComponent(note ?? name)}&${dialog}=${encodeURIComponent(id)}`

export const usersPage = definePage<UsersAbility>({
  id: 'users',
  slug: 'users',
  title: 'Users',
  group: 'organization',
  icon: 'users',
  visibility: 'always',
  permissions: ['fe.secure.read.users'],
  abilities: {
    invite: 'fe.secure.write.users',
    extend: 'fe.secure.write.users',
    editRoles: 'fe.secure.write.usersRoles',
    remove: 'fe.secure.delete.users',
    resend: 'fe.secure.write.resendActivationEmail',
    unlock: 'fe.secure.write.users',
    endSessions: 'fe.secure.write.users',
    seeActivity: 'fe.secure.read.audits',
    link: 'fe.secure.write.tenantInvites',
    seeGroups: 'fe.secure.read.groups',
    editGroups: 'fe.secure.write.groupsUsers',
    seeSubAccounts: 'fe.account-hierarchy.read.subAccount',
    addToAccounts: 'fe.secure.write.userSubTenants',
  },
  // Most links refer to users. `roles` and `remove` can refer to several, with their ids joined by commas.
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
  keywords: 'members team',
  commands: [
    {
      id: 'inviteUsers',
      text: 'Invite users',
      search: 'invite=',
      isOffered: invitesByEmail,
      needs: 'fe.secure.write.users',
      icon: 'user-plus',
      keywords: 'add new member',
    },
    {
      id: 'importUsers',
      text: 'Import users',
      search: 'import=',
      isOffered: invitesByEmail,
      needs: 'fe.secure.write.users',
      icon: 'upload',
      keywords: 'csv upload add members',
    },
  ],
  records: {
    kind: 'users',
    id: 'groupUsers',
    text: 'Users',
    icon: 'user',
    search: searchFor('details'),
    commands: [
      {
        id: 'editUserRoles',
        text: 'Edit roles',
        needs: 'fe.secure.write.usersRoles',
        icon: 'roles',
        search: searchFor('roles'),
      },
      {
        id: 'editUserGroups',
        text: 'Edit groups',
        needs: 'fe.secure.write.groupsUsers',
        icon: 'groups',
        search: searchFor('groups'),
      },
      {
        id: 'removeUser',
        text: 'Remove',
        needs: 'fe.secure.delete.users',
        icon: 'trash',
        keywords: 'delete offboard',
        search: searchFor('remove'),
      },
    ],
  },
  load: () => import('./users.view.tsx'),
})
