import { definePage } from '../../feature/define.ts'

export const accountPage = definePage({
  id: 'account',
  slug: 'account',
  titleKey: 'account',
  group: 'organisation',
  icon: 'building',
  visibility: 'always',
  permissions: ['fe.secure.read.accountSettings'],
  load: () => import('./account.page.tsx'),
})
