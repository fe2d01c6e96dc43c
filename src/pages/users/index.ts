import { definePage } from '../../feature/define.ts'

export const usersPage = definePage({
  id: 'users',
  slug: 'users',
  titleKey: 'users',
  group: 'organisation',
  icon: 'users',
  visibility: 'always',
  permissions: ['fe.secure.read.users'],
  load: () => import('./users.page.tsx'),
})
