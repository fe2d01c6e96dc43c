import { defineFlow } from '../../feature/define.ts'

export const logoutFlow = defineFlow({
  id: 'logout',
  routes: ['logoutUrl'],
  load: () => import('./logout.view.tsx'),
})
