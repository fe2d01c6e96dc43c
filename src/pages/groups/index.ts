import { definePage } from '../../feature/define.ts'

export const groupsPage = definePage({
  id: 'groups',
  slug: 'groups',
  titleKey: 'groups',
  group: 'organisation',
  icon: 'groups',
  visibility: 'hidden',
  permissions: ['fe.secure.read.groups'],
  load: () => import('./groups.page.tsx'),
})
