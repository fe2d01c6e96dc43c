import { definePage } from '../../feature/define-page.ts'
import type { AccountsAbility } from './all-accounts.state.ts'

export const allAccountsPage = definePage<AccountsAbility>({
  id: 'allAccounts',
  slug: 'all-accounts',
  title: 'All accounts',
  group: 'organization',
  icon: 'accounts',
  visibility: 'byPermissions',
  permissions: ['fe.account-hierarchy.read.subAccount'],
  abilities: {
    write: 'fe.account-hierarchy.write.subAccount',
    remove: 'fe.account-hierarchy.delete.subAccount',
    access: 'fe.account-hierarchy.write.subAccountAccess',
    addUsers: 'fe.secure.write.userSubTenants',
    removeUsers: 'fe.secure.delete.users',
    setRoles: 'fe.secure.write.usersRoles',
    seeUsers: 'fe.secure.read.userSubTenants',
  },
  links: ['create', 'edit', 'move', 'suspend', 'resume', 'status', 'delete', 'add-users', 'roles', 'remove-user'],
  events: [
    'create-sub-account',
    'update-sub-account',
    'delete-sub-account',
    'create-user',
    'update-user',
    'delete-user',
  ],
  commands: [
    {
      id: 'createAccount',
      text: 'Create an account',
      search: 'create=',
      needs: 'fe.account-hierarchy.write.subAccount',
    },
  ],
  records: {
    kind: 'accounts',
    id: 'groupAccounts',
    text: 'Accounts',
    icon: 'accounts',
    search: ({ id }) => `account=${encodeURIComponent(id)}`,
  },
  keywords: 'sub-accounts tenants customers hierarchy',
  load: () => import('./all-accounts.view.tsx'),
})
