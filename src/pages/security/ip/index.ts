import { TAB_NAMES } from '../../../navigation/field-places.ts'
import { defineTab } from '../tab.ts'

export const ipTab = defineTab({
  id: 'ip',
  name: TAB_NAMES.ip,
  load: () => import('./ip.tab.tsx'),
})
