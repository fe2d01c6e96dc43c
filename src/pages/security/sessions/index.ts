import { TAB_NAMES } from '../../../navigation/field-places.ts'
import { defineTab } from '../tab.ts'

export const sessionsTab = defineTab({
  id: 'sessions',
  name: TAB_NAMES.sessions,
  load: () => import('./sessions.tab.tsx'),
})
