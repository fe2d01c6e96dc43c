import { definePage } from '../../feature/define.ts'

export const personalApiTokensPage = definePage({
  id: 'personalApiTokens',
  slug: 'personal-api-tokens',
  titleKey: 'personalApiTokens',
  group: 'you',
  icon: 'key',
  visibility: 'hidden',
  permissions: ['fe.secure.read.userApiTokens'],
  load: () => import('./personal-api-tokens.page.tsx'),
})
