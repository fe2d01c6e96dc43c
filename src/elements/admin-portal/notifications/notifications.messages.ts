import { defineMessages } from '../../../i18n/messages.ts'

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
