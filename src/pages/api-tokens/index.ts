import { definePage } from '../../feature/define-page.ts'
import type { TokensAbility } from '../../parts/api-tokens/api-tokens.state.ts'

export const apiTokensPage = definePage<TokensAbility>({
  id: 'apiTokens',
  slug: 'api-tokens',
  title: 'API tokens',
  group: 'developers',
  icon: 'code',
  visibility: 'hidden',
  permissions: ['fe.secure.read.tenantApiTokens'],
  abilities: { create: 'fe.secure.write.tenantApiTokens', revoke: 'fe.secure.delete.tenantApiTokens' },
  // `token` is the token's own dialog. A new secret is never in a URL.
  links: ['new', 'token', 'revoke'],
  events: ['create-api-token', 'update-api-token', 'delete-api-token'],
  commands: [
    { id: 'createToken', text: 'Create an API token', search: 'new=', needs: 'fe.secure.write.tenantApiTokens' },
  ],
  keywords: 'keys secrets machine',
  load: () => import('./api-tokens.view.tsx'),
})
