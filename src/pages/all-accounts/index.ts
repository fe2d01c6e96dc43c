import { definePage } from '../../feature/define.ts'

export const allAccountsPage = definePage({
  id: 'allAccounts',
  slug: 'all-accounts',
  titleKey: 'allAccounts',
  group: 'organisation',
  icon: 'accounts',
  visibility: 'byPermissions',
  permissions: ['fe.account-hierarchy.read.subAccount'],
  load: () => import('./all-accounts.page.tsx'),
})
