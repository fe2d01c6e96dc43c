import { definePage } from '../../feature/define-page.ts'
import type { TokensAbility } from '../../parts/api-tokens/api-tokens.state.ts'

export const personalApiTokensPage = definePage<TokensAbility>({
  id: 'personalApiTokens',
  slug: 'personal-api-tokens',
  title: 'Personal API tokens',
  group: 'you',
  icon: 'key',
  visibility: 'hidden',
  permissions: ['fe.secure.read.userApiTokens'],
  abilities: { create: 'fe.secure.write.userApiTokens', revoke: 'fe.secure.delete.userApiTokens' },
  // `token` is the token's own dialog. A new secret is never in a URL.
  links: ['new', 'token', 'revoke'],
  events: ['create-api-token', 'update-api-token', 'delete-api-token'],
  commands: [
    {
      id: 'createPersonalToken',
      text: 'Create a personal API token',
      search: 'new=',
      needs: 'fe.secure.write.userApiTokens',
    },
  ],
  keywords: 'keys secrets',
  load: () => import('./personal-api-tokens.view.tsx'),
})
