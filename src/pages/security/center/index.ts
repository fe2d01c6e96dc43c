import { defineTab } from '../tab.ts'

export const centerTab = defineTab({
  id: 'center',
  featureFlag: 'security-center-admin-portal-major-version',
  load: () => import('./center.tab.tsx'),
})
