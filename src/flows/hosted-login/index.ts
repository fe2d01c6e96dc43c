import { defineFlow } from '../../feature/define.ts'

export const hostedLoginFlow = defineFlow({
  id: 'hosted-login',
  routes: ['loginUrl', 'hostedLoginRedirectUrl'],
  load: () => import('./hosted-login.view.tsx'),
})
