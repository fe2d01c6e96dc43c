import { definePage } from '../../feature/define-page.ts'

export const accountPage = definePage({
  id: 'account',
  slug: 'account',
  title: 'Account',
  group: 'organization',
  icon: 'building',
  visibility: 'always',
  permissions: ['fe.secure.read.accountSettings'],
  keywords: 'company settings logo brand',
  load: () => import('./account.view.tsx'),
})
