import { defineFlow } from '../../feature/define.ts'

export const signUpFlow = defineFlow({
  id: 'sign-up',
  routes: ['signUpUrl'],
  load: () => import('./sign-up.view.tsx'),
})
