import { definePage } from '../../feature/define-page.ts'
import { PASSKEYS } from '../../navigation/field-places.ts'

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
      changes: PASSKEYS,
      keywords: 'passwordless webauthn fingerprint face',
    },
    {
      id: 'addAuthenticator',
      text: 'Set up an authenticator app',
      search: 'app=',
      changes: { page: 'privacy', field: 'mfa' },
      keywords: '2fa mfa totp two-factor',
    },
    {
      id: 'endSessions',
      text: 'End your other sessions',
      search: 'end-all=',
      changes: { page: 'privacy', field: 'loginSessions' },
      icon: 'logout',
      keywords: 'devices sign out everywhere',
    },
  ],
  keywords: 'security password passkeys 2fa mfa two-factor sessions devices',
  load: () => import('./privacy.view.tsx'),
})
