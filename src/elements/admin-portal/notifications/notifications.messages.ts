import { defineMessages } from '../../../i18n/messages.ts'

export const interruptionsMessages = defineMessages('adminPortal.interruptions', {
  title: 'Needs attention',
  'sso-connection': { one: '{{count}} SSO connection', other: '{{count}} SSO connections' },
  directory: { one: '{{count}} directory', other: '{{count}} directories' },
  'api-token': { one: '{{count}} API token', other: '{{count}} API tokens' },
  webhook: { one: '{{count}} webhook', other: '{{count}} webhooks' },
  channel: { one: '{{count}} notification channel', other: '{{count}} notification channels' },
  schedule: { one: '{{count}} scheduled report', other: '{{count}} scheduled reports' },
  'invite-link': { one: '{{count}} invite link', other: '{{count}} invite links' },
  more: 'and {{count}} more',
  gone: '{{name}} vouches for this, but has no permissions in this account anymore.',
  goneUnknown: 'No one vouches for this anymore.',
  less: '{{name}} vouches for this, but doesn’t have all of the permissions that it needs.',
  lessUnknown: 'No one with all of the permissions that it needs vouches for this.',
  connection_removed:
    '{{name}} vouched for this in a session of a single sign-on connection that was removed, so someone must confirm it.',
  connection_limited:
    '{{name}} vouched for this in a session of a single sign-on connection whose guarantor doesn’t have all of the permissions that it needs.',
  ends: '{{name}} vouches for this, and their access to this account ends soon.',
  exceeding: {
    one: '{{count}} administrator can’t sign in this way until you confirm it.',
    other: '{{count}} administrators can’t sign in this way until you confirm it.',
  },
  withheldSessions: {
    one: '{{count}} open session of theirs continues without the permissions that exceed it.',
    other: '{{count}} open sessions of theirs continue without the permissions that exceed it.',
  },
  ownWithheld: 'Some of your permissions don’t apply yet',
  ownWithheldHint:
    'You received them after you signed in with single sign-on. Confirm it’s you with your own password or passkey, or ask an administrator to confirm the connection.',
  ownWithheldSignIn:
    'You received them after you signed in with single sign-on. Ask an administrator to confirm the connection. If single sign-on isn’t required, you can also sign out, then sign in with your own password or passkey.',
  'stops_sso-connection': 'Until you confirm it, new users don’t get roles that it can’t give.',
  stops_directory: 'Until you confirm it, it grants nothing new and doesn’t change administrators.',
  'stops_api-token': 'It does less or stops working until another user vouches for it.',
  stops_webhook: 'Events whose data that user can’t see aren’t sent.',
  stops_channel: 'Events whose data that user can’t see aren’t sent.',
  stops_events: 'Events aren’t sent until a user who can see their data vouches for it.',
  stops_schedule: 'The report isn’t sent until another user schedules it.',
  'stops_invite-link': 'It adds only users without administrative permissions.',
  leftAlone: {
    one: '{{count}} sub-account without an administrator',
    other: '{{count}} sub-accounts without an administrator',
  },
  leftAloneHint:
    'Give one of your administrators access to sub-accounts, or add an administrator to each sub-account without one.',
  since: 'Since',
  from: 'From',
})

export type InterruptionsTexts = (typeof interruptionsMessages)['texts']

export const notificationsMessages = defineMessages('adminPortal.notifications', {
  title: 'Notifications',
  openUnread: 'Notifications, {{count}} unread',
  openStopped: {
    one: 'Notifications, {{count}} needs attention',
    other: 'Notifications, {{count}} need attention',
  },
  markAllRead: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  pin: 'Pin',
  unpin: 'Unpin',
  archive: 'Archive',
  archived: 'Notification archived',
  undo: 'Undo',
  unread: 'Unread',
  pinned: 'Pinned',
  severe: 'Important',
  emptyTitle: 'No notifications',
  emptyText: 'Changes that other administrators make in this account show up here.',
  loading: 'Loading notifications',
  loadFailed: 'We couldn’t load your notifications. {{reason}}',
  retry: 'Try again',
  changeFailed: 'Couldn’t change the notification. {{reason}}',
  close: 'Close notifications',
})

export type NotificationsTexts = (typeof notificationsMessages)['texts']
