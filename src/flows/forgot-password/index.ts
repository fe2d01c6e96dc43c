import { defineFlow } from '../../feature/define.ts'

export const forgotPasswordFlow = defineFlow({
  id: 'forgot-password',
  routes: ['forgetPasswordUrl'],
  load: () => import('./forgot-password.feature.tsx'),
})

export const resetPasswordFlow = defineFlow({
  id: 'reset-password',
  routes: ['resetPasswordUrl'],
  load: () => import('./reset-password.feature.tsx'),
})
