import { definePage } from '../../feature/define-page.ts'
import type { AuditsAbility } from './audits.state.ts'

export const auditsPage = definePage<AuditsAbility>({
  id: 'audits',
  slug: 'audits',
  title: 'Audit log',
  group: 'security',
  icon: 'audit',
  visibility: 'always',
  permissions: ['fe.secure.read.audits'],
  abilities: { send: 'fe.connectivity.write.emailConfig' },
  // `audit`: the details of one event.
  links: ['audit', 'dates', 'value', 'reports'],
  keywords: 'history events activity logs',
  load: () => import('./audits.view.tsx'),
})
