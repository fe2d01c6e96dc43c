import { definePage } from '../../feature/define.ts'

export const profilePage = definePage({
  id: 'profile',
  slug: 'profile',
  titleKey: 'profile',
  group: 'you',
  icon: 'user',
  visibility: 'always',
  permissions: [],
  load: () => import('./profile.page.tsx'),
})
