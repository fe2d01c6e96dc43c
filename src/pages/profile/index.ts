import { definePage } from '../../feature/define-page.ts'

export const profilePage = definePage({
  id: 'profile',
  slug: 'profile',
  title: 'Profile',
  group: 'you',
  icon: 'user',
  visibility: 'always',
  permissions: [],
  commands: [
    { id: 'changePassword', text: 'Change your password', search: 'password=', icon: 'lock' },
    {
      id: 'changeAppearance',
      text: 'Change language or appearance',
      search: 'appearance=',
      icon: 'user',
      keywords: 'dark light mode theme color scheme locale',
    },
  ],
  keywords: 'name photo picture email phone password',
  load: () => import('./profile.view.tsx'),
})
