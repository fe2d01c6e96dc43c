import { definePage } from '../../feature/define-page.ts'

export const profilePage = definePage({
  id: 'profile',
  slug: 'profile',
  title: 'Profile',
  group: 'you',
  icon: 'user',
  visibility: 'always',
  permissions: [],
  commands: [{ id: 'changePassword', text: 'Change your password', search: 'password=', icon: 'lock' }],
  keywords: 'name photo picture email phone password',
  load: () => import('./profile.page.tsx'),
})
