import { defineTab } from '../tab.ts'

export const ipTab = defineTab({
  id: 'ip',
  name: 'ipRestrictions',
  load: () => import('./ip.tab.tsx'),
})
