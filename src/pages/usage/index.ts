import { definePage } from '../../feature/define-page.ts'
import type { UsageAbility } from './usage.state.ts'

export const usagePage = definePage<UsageAbility>({
  id: 'usage',
  slug: 'usage',
  title: 'Usage',
  group: 'organization',
  icon: 'chart',
  visibility: 'hidden',
  permissions: ['fe.usage.read'],
  featureFlag: 'fe-usage-page',
  abilities: { read: 'fe.usage.read' },
  keywords: 'limits metering',
  load: () => import('./usage.view.tsx'),
})
