import { definePage } from '../../feature/define.ts'

export const privacyPage = definePage({
  id: 'privacy',
  slug: 'privacy',
  titleKey: 'privacy',
  group: 'you',
  icon: 'lock',
  visibility: 'always',
  permissions: ['fe.secure.read.securityPolicy'],
  load: () => import('./privacy.page.tsx'),
})
