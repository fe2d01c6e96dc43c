import { defineFlow } from '../../feature/define.ts'

export const stepUpFlow = defineFlow({
  id: 'step-up',
  routes: ['stepUpUrl'],
  load: () => import('./step-up.view.tsx'),
})
