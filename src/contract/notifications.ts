import type { Notification } from '../entities/reports.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

export const notifications = {
  /** Lists notifications. The options are sent as one JSON value named `params`. */
  listNotifications: endpoint<{ params: { count: number; offset: number } }, void, Notification[]>()(
    'GET',
    '/notification',
    { unused: true },
  ),
  setNotificationStatus: endpoint<
    void,
    { params: { notificationId: string; status: 'read' | 'unread' | 'archived' } },
    Ignored
  >()('PUT', '/notification/status', { unused: true }),
  /** `pinStatus` is `pin` or `unpin`. */
  setNotificationPin: endpoint<void, { notificationId: string }, Ignored>()('PUT', '/notification/{pinStatus}', {
    unused: true,
  }),
  markAllNotificationsRead: endpoint<void, void, Ignored>()('POST', '/notification/status/mark-all-read', {
    unused: true,
  }),
}
