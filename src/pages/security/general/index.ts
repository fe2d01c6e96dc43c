import { defineTab } from '../tab.ts'

export const generalTab = defineTab({
  id: 'general',
  name: 'generalSettings',
  load: () => import('./general.tab.tsx'),
})
