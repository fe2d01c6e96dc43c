import { definePage } from '../../feature/define.ts'

export const rolesPage = definePage({
  id: 'roles',
  slug: 'roles',
  titleKey: 'roles',
  group: 'organisation',
  icon: 'roles',
  visibility: 'hidden',
  permissions: ['fe.secure.read.roles'],
  featureFlag: 'fe-roles-page',
  load: () => import('./roles.page.tsx'),
})
