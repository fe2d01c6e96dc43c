import { defineFlow } from '../../feature/define.ts'

export const socialLoginFlow = defineFlow({
  id: 'social-login',
  routes: ['socialLoginCallbackUrl'],
  load: () => import('./social-login.view.tsx'),
})
