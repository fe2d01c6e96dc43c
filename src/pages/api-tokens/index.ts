import { definePage } from '../../feature/define.ts'

export const apiTokensPage = definePage({
  id: 'apiTokens',
  slug: 'api-tokens',
  titleKey: 'apiTokens',
  group: 'developers',
  icon: 'code',
  visibility: 'hidden',
  permissions: ['fe.secure.read.tenantApiTokens'],
  load: () => import('./api-tokens.page.tsx'),
})
