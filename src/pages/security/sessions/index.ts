import { defineTab } from '../tab.ts'

export const sessionsTab = defineTab({
  id: 'sessions',
  name: 'sessionManagement',
  load: () => import('./sessions.tab.tsx'),
})
