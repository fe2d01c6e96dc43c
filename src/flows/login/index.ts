import { defineFlow } from '../../feature/define.ts'

export const loginFlow = defineFlow({
  id: 'login',
  routes: ['loginUrl'],
  load: () => import('./login.feature.tsx'),
})
