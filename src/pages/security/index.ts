import { definePage } from '../../feature/define-page.ts'
import type { SecurityAbility } from './security.state.ts'

export const securityPage = definePage<SecurityAbility>({
  id: 'security',
  slug: 'security',
  title: 'Security',
  group: 'organisation',
  icon: 'shield',
  visibility: 'always',
  permissions: ['fe.secure.read.securityPolicy'],
  abilities: { read: 'fe.secure.read.securityPolicy', edit: 'fe.secure.write.securityPolicy' },
  events: ['create-policy', 'update-policy', 'delete-policy'],
  load: () => import('./security.page.tsx'),
})
