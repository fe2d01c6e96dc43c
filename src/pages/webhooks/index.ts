import { definePage } from '../../feature/define-page.ts'
import type { WebhooksAbility } from './webhooks.state.ts'

export const webhooksPage = definePage<WebhooksAbility>({
  id: 'webhooks',
  slug: 'webhooks',
  title: 'Webhooks',
  group: 'developers',
  icon: 'webhook',
  visibility: 'hidden',
  permissions: ['fe.connectivity.read.webhooks'],
  abilities: {
    edit: 'fe.connectivity.write.webhook',
    remove: 'fe.connectivity.delete.webhook',
    seeLog: 'fe.connectivity.read.webhookLogs',
  },
  links: ['new', 'edit', 'test', 'log', 'secret', 'resend', 'delete'],
  events: ['create-webhook', 'update-webhook', 'delete-webhook'],
  commands: [{ id: 'createWebhook', text: 'Create a webhook', search: 'new=', needs: 'fe.connectivity.write.webhook' }],
  load: () => import('./webhooks.page.tsx'),
})
