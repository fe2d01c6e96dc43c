import { defineTab } from '../tab.ts'

export const domainsTab = defineTab({
  id: 'domains',
  name: 'domainRestrictions',
  load: () => import('./domains.tab.tsx'),
})
