import { definePage } from '../../feature/define-page.ts'

export const privacyPage = definePage({
  id: 'privacy',
  slug: 'privacy',
  title: 'Privacy',
  group: 'you',
  icon: 'lock',
  visibility: 'always',
  permissions: ['fe.secure.read.securityPolicy'],
  load: () => import('./privacy.page.tsx'),
})
