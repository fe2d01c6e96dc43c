import { TAB_NAMES } from '../../../navigation/field-places.ts'
import { defineTab } from '../tab.ts'

export const generalTab = defineTab({
  id: 'general',
  name: TAB_NAMES.general,
  load: () => import('./general.tab.tsx'),
})
