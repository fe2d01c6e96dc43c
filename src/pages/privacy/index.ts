import { definePage } from '../../feature/define-page.ts'

export const privacyPage = definePage({
  id: 'privacy',
  slug: 'privacy',
  title: 'Privacy',
  group: 'you',
  icon: 'lock',
  visibility: 'always',
  permissions: ['fe.secure.read.securityPolicy'],
  commands: [
    {
      id: 'addPasskey',
      text: 'Add a passkey',
      search: 'passkeys=',
      keywords: 'passwordless webauthn fingerprint face',
    },
    {
      id: 'addAuthenticator',
      text: 'Set up an authenticator app',
      search: 'app=',
      keywords: '2fa mfa totp two-factor',
    },
    {
      id: 'endSessions',
      text: 'End your other sessions',
      search: 'end-all=',
      icon: 'logout',
      keywords: 'devices sign out everywhere',
    },
  ],
  keywords: 'security password passkeys 2fa mfa two-factor sessions devices',
  load: () => import('./privacy.page.tsx'),
})
