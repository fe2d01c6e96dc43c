import { defineFlow } from '../../feature/define.ts'

export const forgotPasswordFlow = defineFlow({
  id: 'forgot-password',
  routes: ['forgetPasswordUrl'],
  load: () => import('./forgot-password.view.tsx'),
})

export const resetPasswordFlow = defineFlow({
  id: 'reset-password',
  routes: ['resetPasswordUrl'],
  load: () => import('./reset-password.view.tsx'),
})
