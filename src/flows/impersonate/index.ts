import { defineFlow } from '../../feature/define.ts'

export const impersonateFlow = defineFlow({
  id: 'impersonate',
  routes: ['impersonationUrl'],
  load: () => import('./impersonate.view.tsx'),
})
