import { definePage } from '../../feature/define-page.ts'
import type { SsoAbility } from './sso.state.ts'

export const ssoPage = definePage<SsoAbility>({
  id: 'sso',
  slug: 'sso',
  title: 'Single sign-on',
  group: 'security',
  icon: 'sso',
  visibility: 'hidden',
  permissions: ['fe.secure.read.samlConfiguration'],
  abilities: { edit: 'fe.secure.write.samlConfiguration', remove: 'fe.secure.delete.samlConfiguration' },
  // `connection`: its setup.
  links: ['new', 'connection', 'delete', 'troubleshoot'],
  events: ['create-sso-connection', 'update-sso-connection', 'delete-sso-connection'],
  commands: [
    {
      id: 'createSsoConnection',
      text: 'Set up single sign-on',
      search: 'new=',
      needs: 'fe.secure.write.samlConfiguration',
    },
  ],
  keywords: 'sso saml oidc openid',
  load: () => import('./sso.view.tsx'),
})
