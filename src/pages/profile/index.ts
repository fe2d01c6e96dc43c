import { definePage } from '../../feature/define-page.ts'

export const profilePage = definePage({
  id: 'profile',
  slug: 'profile',
  title: 'Profile',
  group: 'you',
  icon: 'user',
  visibility: 'always',
  permissions: [],
  load: () => import('./profile.page.tsx'),
})
