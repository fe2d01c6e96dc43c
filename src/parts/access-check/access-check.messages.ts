import { defineMessages } from '../../i18n/messages.ts'

export const accessCheckMessages = defineMessages('adminPortal.accessCheck', {
  title: {
    one: 'This limits or pauses {{count}} item until someone confirms it',
    other: 'This limits or pauses {{count}} items until someone confirms them',
  },
  of: '{{name}} vouches for:',
  ofUnknown: 'Other items:',
  named: '{{kind}}: {{name}}',
  'sso-connection': 'SSO connection',
  directory: 'Directory',
  'api-token': 'API token',
  webhook: 'Webhook',
  channel: 'Notification channel',
  schedule: 'Scheduled report',
  'invite-link': 'Invite link',
  more: 'and {{count}} more',
  hint: 'Until then, they can do only what the users who vouch for them may still do. Other users sign in as before.',
  failed: 'We couldn’t check whether this limits or pauses connections, API tokens or notifications',
  retry: 'Try again',
})
