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
    seeEmail: 'fe.connectivity.read.emailConfig',
    editEmail: 'fe.connectivity.write.emailConfig',
    removeEmail: 'fe.connectivity.delete.emailConfig',
    seeSms: 'fe.connectivity.read.smsConfig',
    editSms: 'fe.connectivity.write.smsConfig',
    removeSms: 'fe.connectivity.delete.smsConfig',
    seeSlack: 'fe.connectivity.read.slackSubscriptions',
    editSlack: 'fe.connectivity.write.slackSubscriptions',
    changeSlack: 'fe.connectivity.write.updateSlackSubscription',
    removeSlack: 'fe.connectivity.delete.slackSubscriptions',
    connectSlack: 'fe.connectivity.write.slackAppRegistration',
    disconnectSlack: 'fe.connectivity.delete.slackAppRegistration',
  },
  links: ['new', 'edit', 'test', 'log', 'secret', 'resend', 'delete', 'email', 'sms', 'slack'],
  events: ['create-webhook', 'update-webhook', 'delete-webhook'],
  commands: [{ id: 'createWebhook', text: 'Create a webhook', search: 'new=', needs: 'fe.connectivity.write.webhook' }],
  keywords: 'events integrations slack',
  load: () => import('./webhooks.view.tsx'),
})
