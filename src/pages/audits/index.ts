import { definePage } from '../../feature/define-page.ts'

export const auditsPage = definePage({
  id: 'audits',
  slug: 'audits',
  title: 'Audit log',
  group: 'security',
  icon: 'audit',
  visibility: 'always',
  permissions: ['fe.secure.read.audits'],
  // `audit`: the details of one event.
  links: ['audit', 'dates', 'value'],
  load: () => import('./audits.page.tsx'),
})
