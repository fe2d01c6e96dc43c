import { TAB_NAMES } from '../../../navigation/field-places.ts'
import { defineTab } from '../tab.ts'

export const domainsTab = defineTab({
  id: 'domains',
  name: TAB_NAMES.domains,
  load: () => import('./domains.tab.tsx'),
})
