import { defineFlow } from '../../feature/define.ts'

export const activateAccountFlow = defineFlow({
  id: 'activate-account',
  routes: ['activateUrl'],
  load: () => import('./activate-account.view.tsx'),
})
