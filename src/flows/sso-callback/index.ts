import { defineFlow } from '../../feature/define.ts'

export const ssoCallbackFlow = defineFlow({
  id: 'sso-callback',
  routes: ['oidcRedirectUrl', 'samlCallbackUrl'],
  load: () => import('./sso-callback.view.tsx'),
})
