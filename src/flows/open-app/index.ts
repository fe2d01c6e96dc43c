import { defineFlow } from '../../feature/define.ts'

export const openAppFlow = defineFlow({
  id: 'open-app',
  routes: ['openAppUrl'],
  load: () => import('./open-app.view.tsx'),
})
